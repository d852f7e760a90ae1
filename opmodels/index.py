"""Which module registers which names. Made by `python -m opmodels.make_index`; a test checks it."""

# fmt: off
MODELS: dict[str, str] = {
    "opmodels.cxx.clocks": (
        "__cudabmc_ticks "
    ),
    "opmodels.cxx.console": (
        "__cudabmc_write __cudabmc_is_known_integer __cudabmc_is_known_float "
    ),
    "opmodels.cxx.decimal_numbers": (
        "__cudabmc_decimal __cudabmc_decimal_float "
    ),
    "opmodels.cxx.input": (
        "__cudabmc_read_integer __cudabmc_read_float __cudabmc_key __cudabmc_files_are_arbitrary "
    ),
    "opmodels.cxx.new_delete": (
        "_Znwm _Znam _ZnwmSt11align_val_t _ZnamSt11align_val_t _ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t "
        "_ZnwmSt11align_val_tRKSt9nothrow_t _ZnamSt11align_val_tRKSt9nothrow_t _ZdlPv _ZdaPv _ZdlPvSt11align_val_t "
        "_ZdaPvSt11align_val_t _ZdlPvRKSt9nothrow_t _ZdaPvRKSt9nothrow_t _ZdlPvm _ZdaPvm _ZdlPvmSt11align_val_t "
        "_ZdaPvmSt11align_val_t "
    ),
    "opmodels.cxx.random_numbers": (
        "__cudabmc_random "
    ),
    "opmodels.cxx.runtime_memory": (
        "__cudabmc_allocate __cudabmc_release "
    ),
    "opmodels.cxx.static_guard": (
        "__cxa_guard_acquire __cxa_guard_release __cxa_guard_abort "
    ),
    "opmodels.cxx.termination": (
        "__cudabmc_place __cudabmc_terminate __cxa_pure_virtual __cxa_deleted_virtual "
        "_ZNSt3__122__libcpp_verbose_abortEPKcz __cudabmc_unsupported "
    ),
    "opmodels.device.address_space": (
        "__isGlobal __cvta_generic_to_global __isShared __cvta_generic_to_shared __isLocal __cvta_generic_to_local "
        "__isConstant __cvta_generic_to_constant __cvta_global_to_generic __cvta_local_to_generic "
        "__cvta_constant_to_generic __cvta_shared_to_generic "
    ),
    "opmodels.device.atomics": (
        "__cudabmc_atomicAdd __cudabmc_atomicAdd_block __cudabmc_atomicAdd_system __cudabmc_atomicSub "
        "__cudabmc_atomicSub_block __cudabmc_atomicSub_system __cudabmc_atomicExch __cudabmc_atomicExch_block "
        "__cudabmc_atomicExch_system __cudabmc_atomicMin __cudabmc_atomicMin_block __cudabmc_atomicMin_system "
        "__cudabmc_atomicMax __cudabmc_atomicMax_block __cudabmc_atomicMax_system __cudabmc_atomicInc "
        "__cudabmc_atomicInc_block __cudabmc_atomicInc_system __cudabmc_atomicDec __cudabmc_atomicDec_block "
        "__cudabmc_atomicDec_system __cudabmc_atomicCAS __cudabmc_atomicCAS_block __cudabmc_atomicCAS_system "
        "__cudabmc_atomicAnd __cudabmc_atomicAnd_block __cudabmc_atomicAnd_system __cudabmc_atomicOr "
        "__cudabmc_atomicOr_block __cudabmc_atomicOr_system __cudabmc_atomicXor __cudabmc_atomicXor_block "
        "__cudabmc_atomicXor_system __cudabmc_load_block __cudabmc_store_block __cudabmc_load_device "
        "__cudabmc_store_device __cudabmc_load_system __cudabmc_store_system atomicAdd atomicAdd_block "
        "atomicAdd_system atomicSub atomicSub_block atomicSub_system atomicExch atomicExch_block atomicExch_system "
        "atomicMin atomicMin_block atomicMin_system atomicMax atomicMax_block atomicMax_system atomicInc "
        "atomicInc_block atomicInc_system atomicDec atomicDec_block atomicDec_system atomicCAS atomicCAS_block "
        "atomicCAS_system atomicAnd atomicAnd_block atomicAnd_system atomicOr atomicOr_block atomicOr_system atomicXor "
        "atomicXor_block atomicXor_system "
    ),
    "opmodels.device.barriers": (
        "__syncthreads __syncthreads_count __syncthreads_and __syncthreads_or __syncwarp "
    ),
    "opmodels.device.cached_access": (
        "__ldg __ldcg __ldca __ldcs __ldlu __ldcv __stwb __stcg __stcs __stwt "
    ),
    "opmodels.device.clusters": (
        "__cudabmc_cluster_size __clusterSizeInBlocks __clusterDimIsSpecified __clusterRelativeBlockRank "
        "__cudabmc_cluster_sync __cudabmc_cluster_arrive __cudabmc_cluster_wait __cluster_barrier_arrive "
        "__cluster_barrier_arrive_relaxed __cluster_barrier_wait __threadfence_cluster __cudabmc_cluster_scope "
        "__isClusterShared __isCtaShared __cluster_map_shared_rank __cluster_query_shared_rank "
    ),
    "opmodels.device.copies": (
        "__pipeline_memcpy_async __cudabmc_copy_async __cudabmc_copy_for __pipeline_commit __pipeline_wait_prior "
        "__cudabmc_wait_for_all_copies "
    ),
    "opmodels.device.counting_barriers": (
        "__cudabmc_barrier_sync __barrier_sync_count __barrier_sync __cudabmc_barrier_arrive __cudabmc_group_arrive "
        "__cudabmc_group_wait __cudabmc_ordered_by_reduction __cudabmc_counter_init __cudabmc_counter_arrive "
        "__cudabmc_counter_wait __cudabmc_counter_try_wait __cudabmc_grid_sync __cudabmc_grid_is_valid "
    ),
    "opmodels.device.fences": (
        "__threadfence_block __threadfence __threadfence_system __cudabmc_release_block __cudabmc_release_device "
        "__cudabmc_release_system __cudabmc_acquire __cudabmc_ordered "
    ),
    "opmodels.device.half_atomics": (
        "__cudabmc_add_half __cudabmc_add_half_block __cudabmc_add_half_system __cudabmc_add_bfloat16 "
        "__cudabmc_add_bfloat16_block __cudabmc_add_bfloat16_system "
    ),
    "opmodels.device.ptx_shuffle": (
        "__cudabmc_shfl_up __cudabmc_shfl_down __cudabmc_shfl_bfly __cudabmc_shfl_idx "
    ),
    "opmodels.device.shuffle": (
        "__shfl_sync __shfl __shfl_up_sync __shfl_up __shfl_down_sync __shfl_down __shfl_xor_sync __shfl_xor "
    ),
    "opmodels.device.special_registers": (
        "__cudabmc_laneid __cudabmc_lanemask_eq __cudabmc_lanemask_lt __cudabmc_lanemask_le __cudabmc_lanemask_gt "
        "__cudabmc_lanemask_ge __cudabmc_gridid __cudabmc_warpid __cudabmc_nwarpid __cudabmc_nsmid __cudabmc_smid "
        "__cudabmc_globaltimer "
    ),
    "opmodels.device.surface": (
        "surf1Dread surf1Dwrite surf2Dread surf2Dwrite surf3Dread surf3Dwrite surf1DLayeredread surf1DLayeredwrite "
        "surf2DLayeredread surf2DLayeredwrite "
    ),
    "opmodels.device.texture_fetch": (
        "tex1Dfetch tex1DLod tex1D tex2DLod tex2D tex3DLod tex3D tex1DLayered tex2DLayered "
    ),
    "opmodels.device.thread_control": (
        "__trap __brkpt __prof_trigger __nanosleep __cudabmc_clock32 clock64 "
    ),
    "opmodels.device.vote": (
        "__ballot_sync __any_sync __all_sync __cudabmc_uni __activemask __cudabmc_coalesced_lanes __cudabmc_elect "
        "__ballot __any __all __cudabmc_match_all __match_all_sync __match_any_sync __reduce_add_sync "
        "__reduce_min_sync __reduce_max_sync __reduce_and_sync __reduce_or_sync __reduce_xor_sync "
    ),
    "opmodels.libc.absolute": (
        "abs labs llabs "
    ),
    "opmodels.libc.allocation": (
        "malloc calloc realloc reallocarray malloc_usable_size free aligned_alloc memalign posix_memalign "
    ),
    "opmodels.libc.assertion": (
        "__cudabmc_assert __assert_fail "
    ),
    "opmodels.libc.c_locale": (
        "setlocale newlocale uselocale freelocale strtod_l strtof_l strtoll_l strtoull_l "
    ),
    "opmodels.libc.calendar": (
        "localtime gmtime localtime_r gmtime_r mktime timegm ctime asctime ctime_r asctime_r strftime "
    ),
    "opmodels.libc.character": (
        "isdigit isupper islower isalpha isalnum isxdigit isspace isblank iscntrl isprint isgraph ispunct tolower "
        "toupper isascii toascii "
    ),
    "opmodels.libc.clock": (
        "clock time gettimeofday clock_gettime timespec_get clock_getres nanosleep difftime "
    ),
    "opmodels.libc.descriptors": (
        "open creat close read pread write pwrite lseek dup dup2 ftruncate fsync fdatasync isatty "
    ),
    "opmodels.libc.division": (
        "div ldiv lldiv "
    ),
    "opmodels.libc.environment": (
        "getenv secure_getenv setenv unsetenv "
    ),
    "opmodels.libc.error_number": (
        "__errno_location strerror_r strerror "
    ),
    "opmodels.libc.file_paths": (
        "remove unlink rmdir rename mkdir access chdir "
    ),
    "opmodels.libc.file_status": (
        "stat lstat fstat "
    ),
    "opmodels.libc.folders": (
        "opendir readdir closedir "
    ),
    "opmodels.libc.gamma_sign": (
        "__cudabmc_signgam __cudabmc_signgam_at __cudabmc_lgamma __cudabmc_lgammaf lgamma_r lgammaf_r "
    ),
    "opmodels.libc.gcc_builtins": (
        "__builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_parity __builtin_parityl "
        "__builtin_parityll __builtin_ffs __builtin_ffsl __builtin_ffsll __builtin_clz __builtin_clzl __builtin_clzll "
        "__builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 "
    ),
    "opmodels.libc.host_facts": (
        "getrusage gethostname getcwd "
    ),
    "opmodels.libc.line_reading": (
        "getline getdelim "
    ),
    "opmodels.libc.list_printing": (
        "vprintf vfprintf vsprintf vsnprintf asprintf vasprintf "
    ),
    "opmodels.libc.memory_block": (
        "memcpy mempcpy memmove bcopy memset bzero memcmp memchr memccpy "
    ),
    "opmodels.libc.memory_map": (
        "mmap munmap madvise "
    ),
    "opmodels.libc.memory_search": (
        "memrchr rawmemchr memmem "
    ),
    "opmodels.libc.number_parsing": (
        "atoi atol atoll atof strtol strtoll strtoul strtoull strtod strtof "
    ),
    "opmodels.libc.openmp": (
        "omp_get_wtime "
    ),
    "opmodels.libc.printing": (
        "printf sprintf snprintf puts putchar perror "
    ),
    "opmodels.libc.process": (
        "__builtin_abort __builtin_trap abort atexit at_quick_exit exit quick_exit _Exit _exit system "
    ),
    "opmodels.libc.random_numbers": (
        "rand random srand srandom rand_r drand48 erand48 lrand48 nrand48 mrand48 jrand48 srand48 "
    ),
    "opmodels.libc.reading": (
        "getchar fgetc getc ungetc fgets fread "
    ),
    "opmodels.libc.scanning": (
        "sscanf scanf fscanf "
    ),
    "opmodels.libc.sorting": (
        "qsort bsearch "
    ),
    "opmodels.libc.stream": (
        "__cudabmc_stdin __cudabmc_stdout __cudabmc_stderr fopen fdopen freopen popen fclose tmpfile fileno "
    ),
    "opmodels.libc.stream_position": (
        "fseek fseeko rewind ftell ftello fgetpos fsetpos "
    ),
    "opmodels.libc.stream_printing": (
        "fprintf fputs fputc putc fwrite "
    ),
    "opmodels.libc.stream_state": (
        "feof ferror clearerr fflush setbuf setvbuf "
    ),
    "opmodels.libc.string_bounded": (
        "strlcpy strlcat strxfrm "
    ),
    "opmodels.libc.string_compare": (
        "strcmp strcoll strncmp strcasecmp strncasecmp "
    ),
    "opmodels.libc.string_copy": (
        "strlen strnlen strcpy stpcpy strncpy stpncpy strcat strncat strdup strndup "
    ),
    "opmodels.libc.string_search": (
        "strchr index strrchr rindex strchrnul strstr strcasestr strspn strcspn strpbrk strtok strtok_r strsep "
    ),
    "opmodels.libc.system_name": (
        "uname "
    ),
    "opmodels.libc.threads": (
        "pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock pthread_mutex_init pthread_mutexattr_settype "
        "pthread_mutexattr_init pthread_mutex_destroy pthread_mutexattr_destroy pthread_cond_destroy "
        "pthread_cond_signal pthread_cond_broadcast pthread_cond_init pthread_cond_wait pthread_self pthread_equal "
        "pthread_create __cudabmc_thread_ends pthread_join pthread_detach pthread_attr_init pthread_attr_destroy "
        "pthread_key_create pthread_key_delete pthread_setspecific pthread_getspecific "
    ),
    "opmodels.libc.unistd": (
        "sleep usleep sched_yield getpid getppid sysconf "
    ),
    "opmodels.libraries.cublas.handle": (
        "cublasCreate cublasDestroy cublasSetStream cublasGetStream cublasSetPointerMode cublasSetMathMode "
        "cublasSetAtomicsMode cublasGetPointerMode cublasGetMathMode cublasGetAtomicsMode cublasGetVersion "
        "cublasSetWorkspace cublasGetStatusName cublasGetStatusString "
    ),
    "opmodels.libraries.cublas.host_transfer": (
        "cublasSetVector cublasGetVector cublasSetVectorAsync cublasGetVectorAsync cublasSetMatrix cublasGetMatrix "
        "cublasSetMatrixAsync cublasGetMatrixAsync "
    ),
    "opmodels.libraries.cublas.matrix_matrix": (
        "cublasSgemm cublasDgemm cublasCgemm cublasZgemm cublasSgemmStridedBatched cublasDgemmStridedBatched "
        "cublasCgemmStridedBatched cublasZgemmStridedBatched cublasSgemmBatched cublasDgemmBatched cublasCgemmBatched "
        "cublasZgemmBatched cublasSgeam cublasDgeam cublasCgeam cublasZgeam "
    ),
    "opmodels.libraries.cublas.matrix_vector": (
        "cublasSgemv cublasDgemv cublasCgemv cublasZgemv cublasSger cublasDger cublasCgeru cublasZgeru cublasCgerc "
        "cublasZgerc "
    ),
    "opmodels.libraries.cublas.mixed_precision": (
        "cublasGemmEx cublasGemmStridedBatchedEx cublasHgemm "
    ),
    "opmodels.libraries.cublas.mixed_vectors": (
        "cublasDotEx cublasDotcEx cublasNrm2Ex cublasAxpyEx cublasScalEx "
    ),
    "opmodels.libraries.cublas.reduction": (
        "cublasSdot cublasDdot cublasCdotu cublasZdotu cublasCdotc cublasZdotc cublasSnrm2 cublasSasum cublasIsamax "
        "cublasIsamin cublasDnrm2 cublasDasum cublasIdamax cublasIdamin cublasScnrm2 cublasScasum cublasIcamax "
        "cublasIcamin cublasDznrm2 cublasDzasum cublasIzamax cublasIzamin "
    ),
    "opmodels.libraries.cublas.triangular": (
        "cublasStrsm cublasDtrsm cublasCtrsm cublasZtrsm "
    ),
    "opmodels.libraries.cublas.vector": (
        "cublasSaxpy cublasDaxpy cublasCaxpy cublasZaxpy cublasScopy cublasDcopy cublasCcopy cublasZcopy cublasSswap "
        "cublasDswap cublasCswap cublasZswap cublasSscal cublasDscal cublasCscal cublasZscal cublasCsscal cublasZdscal "
    ),
    "opmodels.libraries.cudnn.convolution": (
        "cudnnSetConvolution2dDescriptor cudnnSetConvolutionGroupCount cudnnSetConvolutionMathType "
        "cudnnGetConvolution2dForwardOutputDim cudnnGetConvolutionForwardWorkspaceSize cudnnConvolutionForward "
    ),
    "opmodels.libraries.cudnn.descriptor": (
        "cudnnCreate cudnnDestroy cudnnSetStream cudnnGetStream cudnnGetVersion cudnnGetErrorString "
        "cudnnCreateTensorDescriptor cudnnCreateFilterDescriptor cudnnCreateConvolutionDescriptor "
        "cudnnCreateActivationDescriptor cudnnCreatePoolingDescriptor cudnnDestroyTensorDescriptor "
        "cudnnDestroyFilterDescriptor cudnnDestroyConvolutionDescriptor cudnnDestroyActivationDescriptor "
        "cudnnDestroyPoolingDescriptor "
    ),
    "opmodels.libraries.cudnn.layers": (
        "cudnnSetActivationDescriptor cudnnSetPooling2dDescriptor cudnnGetPooling2dForwardOutputDim "
        "cudnnActivationForward cudnnPoolingForward cudnnSoftmaxForward cudnnAddTensor "
    ),
    "opmodels.libraries.cudnn.tensor": (
        "cudnnSetTensor4dDescriptor cudnnSetTensor4dDescriptorEx cudnnGetTensor4dDescriptor cudnnSetFilter4dDescriptor "
    ),
    "opmodels.libraries.cufft.execute": (
        "cufftExecC2C cufftExecZ2Z cufftExecR2C cufftExecD2Z cufftExecC2R cufftExecZ2D "
    ),
    "opmodels.libraries.cufft.plan": (
        "cufftPlan1d cufftPlan2d cufftPlan3d cufftMakePlan1d cufftMakePlan2d cufftMakePlan3d cufftPlanMany "
        "cufftMakePlanMany cufftCreate cufftDestroy cufftSetStream cufftSetAutoAllocation cufftGetSize cufftGetVersion "
    ),
    "opmodels.libraries.curand.device": (
        "curand curand_poisson curand_uniform curand_uniform_double curand_normal curand_normal_double "
        "curand_log_normal curand_log_normal_double "
    ),
    "opmodels.libraries.curand.generate": (
        "curandGenerate curandGenerateLongLong curandGenerateUniform curandGenerateUniformDouble curandGenerateNormal "
        "curandGenerateNormalDouble curandGenerateLogNormal curandGenerateLogNormalDouble curandGeneratePoisson "
    ),
    "opmodels.libraries.curand.generator": (
        "curandCreateGenerator curandCreateGeneratorHost curandDestroyGenerator curandGetVersion curandSetStream "
        "curandSetPseudoRandomGeneratorSeed curandSetGeneratorOffset curandSetGeneratorOrdering "
        "curandSetQuasiRandomGeneratorDimensions curandGenerateSeeds "
    ),
    "opmodels.libraries.curand.quasi_state": (
        "curand_init skipahead "
    ),
    "opmodels.libraries.curand.several_by_pointer": (
        "__cudabmc_curand_normal2 __cudabmc_curand_normal2_double __cudabmc_curand_log_normal2 "
        "__cudabmc_curand_log_normal2_double __cudabmc_curand4 __cudabmc_curand_poisson4 __cudabmc_curand_uniform4 "
        "__cudabmc_curand_uniform2_double __cudabmc_curand_uniform4_double __cudabmc_curand_normal4 "
        "__cudabmc_curand_normal4_double __cudabmc_curand_log_normal4 __cudabmc_curand_log_normal4_double "
    ),
    "opmodels.libraries.curand.state": (
        "curand_init skipahead skipahead_sequence skipahead_subsequence "
    ),
    "opmodels.libraries.curand.vectors": (
        "curand_normal2 curand_normal2_double curand_log_normal2 curand_log_normal2_double curand4 curand_poisson4 "
        "curand_uniform4 curand_uniform2_double curand_uniform4_double curand_normal4 curand_normal4_double "
        "curand_log_normal4 curand_log_normal4_double "
    ),
    "opmodels.libraries.cusolver.common.version": (
        "cusolverGetVersion "
    ),
    "opmodels.libraries.cusolver.dense.cholesky": (
        "cusolverDnSpotrf_bufferSize cusolverDnDpotrf_bufferSize cusolverDnCpotrf_bufferSize "
        "cusolverDnZpotrf_bufferSize cusolverDnSpotri_bufferSize cusolverDnDpotri_bufferSize "
        "cusolverDnCpotri_bufferSize cusolverDnZpotri_bufferSize cusolverDnSpotrf cusolverDnDpotrf cusolverDnCpotrf "
        "cusolverDnZpotrf cusolverDnSpotri cusolverDnDpotri cusolverDnCpotri cusolverDnZpotri cusolverDnSpotrs "
        "cusolverDnDpotrs cusolverDnCpotrs cusolverDnZpotrs "
    ),
    "opmodels.libraries.cusolver.dense.cholesky_batched": (
        "cusolverDnSpotrfBatched cusolverDnDpotrfBatched cusolverDnCpotrfBatched cusolverDnZpotrfBatched "
        "cusolverDnSpotrsBatched cusolverDnDpotrsBatched cusolverDnCpotrsBatched cusolverDnZpotrsBatched "
    ),
    "opmodels.libraries.cusolver.dense.eigenvalues": (
        "cusolverDnSsyevd_bufferSize cusolverDnDsyevd_bufferSize cusolverDnCheevd_bufferSize "
        "cusolverDnZheevd_bufferSize cusolverDnSsyevj_bufferSize cusolverDnDsyevj_bufferSize "
        "cusolverDnCheevj_bufferSize cusolverDnZheevj_bufferSize cusolverDnSsyevd cusolverDnDsyevd cusolverDnCheevd "
        "cusolverDnZheevd cusolverDnSsyevj cusolverDnDsyevj cusolverDnCheevj cusolverDnZheevj "
    ),
    "opmodels.libraries.cusolver.dense.generic_decompositions": (
        "cusolverDnXsyevd_bufferSize cusolverDnXsyevd cusolverDnXgesvd_bufferSize cusolverDnXgesvd "
    ),
    "opmodels.libraries.cusolver.dense.generic_factors": (
        "cusolverDnXgetrf_bufferSize cusolverDnXgetrf cusolverDnXgetrs cusolverDnXpotrf_bufferSize cusolverDnXpotrf "
        "cusolverDnXpotrs cusolverDnXgeqrf_bufferSize cusolverDnXgeqrf "
    ),
    "opmodels.libraries.cusolver.dense.generic_parameters": (
        "cusolverDnCreateParams cusolverDnDestroyParams cusolverDnSetAdvOptions "
    ),
    "opmodels.libraries.cusolver.dense.handle": (
        "cusolverDnCreate cusolverDnDestroy cusolverDnSetStream cusolverDnGetStream cusolverDnSetDeterministicMode "
        "cusolverDnGetDeterministicMode "
    ),
    "opmodels.libraries.cusolver.dense.jacobi_parameters": (
        "cusolverDnCreateSyevjInfo cusolverDnCreateGesvdjInfo cusolverDnDestroySyevjInfo cusolverDnDestroyGesvdjInfo "
        "cusolverDnXsyevjSetTolerance cusolverDnXgesvdjSetTolerance cusolverDnXsyevjSetMaxSweeps "
        "cusolverDnXgesvdjSetMaxSweeps cusolverDnXsyevjSetSortEig cusolverDnXgesvdjSetSortEig "
        "cusolverDnXsyevjGetResidual cusolverDnXgesvdjGetResidual cusolverDnXsyevjGetSweeps cusolverDnXgesvdjGetSweeps "
    ),
    "opmodels.libraries.cusolver.dense.lu": (
        "cusolverDnSgetrf_bufferSize cusolverDnDgetrf_bufferSize cusolverDnCgetrf_bufferSize "
        "cusolverDnZgetrf_bufferSize cusolverDnSgetrf cusolverDnDgetrf cusolverDnCgetrf cusolverDnZgetrf "
        "cusolverDnSgetrs cusolverDnDgetrs cusolverDnCgetrs cusolverDnZgetrs "
    ),
    "opmodels.libraries.cusolver.dense.qr": (
        "cusolverDnSgeqrf_bufferSize cusolverDnDgeqrf_bufferSize cusolverDnCgeqrf_bufferSize "
        "cusolverDnZgeqrf_bufferSize cusolverDnSgeqrf cusolverDnDgeqrf cusolverDnCgeqrf cusolverDnZgeqrf "
        "cusolverDnSorgqr_bufferSize cusolverDnDorgqr_bufferSize cusolverDnCungqr_bufferSize "
        "cusolverDnZungqr_bufferSize cusolverDnSorgqr cusolverDnDorgqr cusolverDnCungqr cusolverDnZungqr "
        "cusolverDnSormqr_bufferSize cusolverDnDormqr_bufferSize cusolverDnCunmqr_bufferSize "
        "cusolverDnZunmqr_bufferSize cusolverDnSormqr cusolverDnDormqr cusolverDnCunmqr cusolverDnZunmqr "
    ),
    "opmodels.libraries.cusolver.dense.singular_values": (
        "cusolverDnSgesvd_bufferSize cusolverDnDgesvd_bufferSize cusolverDnCgesvd_bufferSize "
        "cusolverDnZgesvd_bufferSize cusolverDnSgesvd cusolverDnDgesvd cusolverDnCgesvd cusolverDnZgesvd "
        "cusolverDnSgesvdj_bufferSize cusolverDnDgesvdj_bufferSize cusolverDnCgesvdj_bufferSize "
        "cusolverDnZgesvdj_bufferSize cusolverDnSgesvdj cusolverDnDgesvdj cusolverDnCgesvdj cusolverDnZgesvdj "
    ),
    "opmodels.libraries.cusolver.dense.symmetric_indefinite": (
        "cusolverDnSsytrf_bufferSize cusolverDnDsytrf_bufferSize cusolverDnCsytrf_bufferSize "
        "cusolverDnZsytrf_bufferSize cusolverDnSsytrf cusolverDnDsytrf cusolverDnCsytrf cusolverDnZsytrf "
        "cusolverDnXsytrs_bufferSize cusolverDnXsytrs "
    ),
    "opmodels.libraries.cusolver.refactorization.handle": (
        "cusolverRfCreate cusolverRfDestroy cusolverRfSetMatrixFormat cusolverRfSetNumericProperties cusolverRfSetAlgs "
        "cusolverRfSetResetValuesFastMode "
    ),
    "opmodels.libraries.cusolver.refactorization.steps": (
        "cusolverRfSetupHost cusolverRfAnalyze cusolverRfResetValues cusolverRfRefactor cusolverRfSolve "
    ),
    "opmodels.libraries.cusolver.sparse.extraction": (
        "cusolverSpXcsrluNnzHost cusolverSpScsrluExtractHost cusolverSpDcsrluExtractHost "
    ),
    "opmodels.libraries.cusolver.sparse.factor_info": (
        "cusolverSpCreateCsrqrInfo cusolverSpCreateCsrqrInfoHost cusolverSpCreateCsrcholInfo "
        "cusolverSpCreateCsrcholInfoHost cusolverSpCreateCsrluInfoHost cusolverSpDestroyCsrqrInfo "
        "cusolverSpDestroyCsrqrInfoHost cusolverSpDestroyCsrcholInfo cusolverSpDestroyCsrcholInfoHost "
        "cusolverSpDestroyCsrluInfoHost "
    ),
    "opmodels.libraries.cusolver.sparse.handle": (
        "cusolverSpCreate cusolverSpDestroy cusolverSpSetStream cusolverSpGetStream "
    ),
    "opmodels.libraries.cusolver.sparse.linear_solvers": (
        "cusolverSpScsrlsvluHost cusolverSpDcsrlsvluHost cusolverSpCcsrlsvluHost cusolverSpZcsrlsvluHost "
        "cusolverSpScsrlsvqrHost cusolverSpDcsrlsvqrHost cusolverSpCcsrlsvqrHost cusolverSpZcsrlsvqrHost "
        "cusolverSpScsrlsvqr cusolverSpDcsrlsvqr cusolverSpCcsrlsvqr cusolverSpZcsrlsvqr cusolverSpScsrlsvcholHost "
        "cusolverSpDcsrlsvcholHost cusolverSpCcsrlsvcholHost cusolverSpZcsrlsvcholHost cusolverSpScsrlsvchol "
        "cusolverSpDcsrlsvchol cusolverSpCcsrlsvchol cusolverSpZcsrlsvchol "
    ),
    "opmodels.libraries.cusolver.sparse.orderings": (
        "cusolverSpXcsrsymrcmHost cusolverSpXcsrsymmdqHost cusolverSpXcsrsymamdHost cusolverSpXcsrmetisndHost "
    ),
    "opmodels.libraries.cusolver.sparse.permutation": (
        "cusolverSpXcsrperm_bufferSizeHost cusolverSpXcsrpermHost "
    ),
    "opmodels.libraries.cusolver.sparse.stepwise": (
        "cusolverSpXcsrqrAnalysis cusolverSpXcsrqrAnalysisHost cusolverSpXcsrcholAnalysis "
        "cusolverSpXcsrcholAnalysisHost cusolverSpXcsrluAnalysisHost cusolverSpScsrqrBufferInfo "
        "cusolverSpScsrqrBufferInfoHost cusolverSpScsrcholBufferInfo cusolverSpScsrcholBufferInfoHost "
        "cusolverSpScsrluBufferInfoHost cusolverSpDcsrqrBufferInfo cusolverSpDcsrqrBufferInfoHost "
        "cusolverSpDcsrcholBufferInfo cusolverSpDcsrcholBufferInfoHost cusolverSpDcsrluBufferInfoHost "
        "cusolverSpScsrqrSetup cusolverSpDcsrqrSetup cusolverSpScsrqrSetupHost cusolverSpDcsrqrSetupHost "
        "cusolverSpScsrqrFactor cusolverSpDcsrqrFactor cusolverSpScsrqrFactorHost cusolverSpDcsrqrFactorHost "
        "cusolverSpScsrcholFactor cusolverSpDcsrcholFactor cusolverSpScsrcholFactorHost cusolverSpDcsrcholFactorHost "
        "cusolverSpScsrluFactorHost cusolverSpDcsrluFactorHost cusolverSpScsrqrZeroPivot cusolverSpScsrqrZeroPivotHost "
        "cusolverSpScsrcholZeroPivot cusolverSpScsrcholZeroPivotHost cusolverSpScsrluZeroPivotHost "
        "cusolverSpDcsrqrZeroPivot cusolverSpDcsrqrZeroPivotHost cusolverSpDcsrcholZeroPivot "
        "cusolverSpDcsrcholZeroPivotHost cusolverSpDcsrluZeroPivotHost cusolverSpScsrqrSolve cusolverSpScsrqrSolveHost "
        "cusolverSpScsrcholSolve cusolverSpScsrcholSolveHost cusolverSpScsrluSolveHost cusolverSpDcsrqrSolve "
        "cusolverSpDcsrqrSolveHost cusolverSpDcsrcholSolve cusolverSpDcsrcholSolveHost cusolverSpDcsrluSolveHost "
    ),
    "opmodels.libraries.cusolver.sparse.symmetry": (
        "cusolverSpXcsrissymHost "
    ),
    "opmodels.libraries.cusparse.counting": (
        "cusparseSnnz cusparseDnnz cusparseCnnz cusparseZnnz "
    ),
    "opmodels.libraries.cusparse.dense": (
        "cusparseCreateDnVec cusparseCreateConstDnVec cusparseCreateDnMat cusparseCreateConstDnMat "
        "cusparseDestroyDnVec cusparseDestroyDnMat cusparseDnVecSetValues cusparseDnMatSetValues "
        "cusparseDnVecGetValues cusparseConstDnVecGetValues cusparseDnMatGetValues cusparseConstDnMatGetValues "
        "cusparseDnVecGet cusparseConstDnVecGet cusparseDnMatGet cusparseConstDnMatGet cusparseDnMatSetStridedBatch "
        "cusparseDnMatGetStridedBatch "
    ),
    "opmodels.libraries.cusparse.handle": (
        "cusparseCreate cusparseDestroy cusparseSetStream cusparseGetStream cusparseSetPointerMode "
        "cusparseGetPointerMode cusparseGetVersion cusparseGetErrorName cusparseGetErrorString "
    ),
    "opmodels.libraries.cusparse.incomplete_factors": (
        "cusparseCreateCsrilu02Info cusparseDestroyCsrilu02Info cusparseScsrilu02_bufferSize "
        "cusparseDcsrilu02_bufferSize cusparseCcsrilu02_bufferSize cusparseZcsrilu02_bufferSize "
        "cusparseScsrilu02_analysis cusparseDcsrilu02_analysis cusparseCcsrilu02_analysis cusparseZcsrilu02_analysis "
        "cusparseScsrilu02 cusparseDcsrilu02 cusparseCcsrilu02 cusparseZcsrilu02 cusparseXcsrilu02_zeroPivot "
    ),
    "opmodels.libraries.cusparse.matrix_description": (
        "cusparseCreateMatDescr cusparseDestroyMatDescr cusparseSetMatType cusparseSetMatFillMode "
        "cusparseSetMatDiagType cusparseSetMatIndexBase cusparseGetMatType cusparseGetMatFillMode "
        "cusparseGetMatDiagType cusparseGetMatIndexBase "
    ),
    "opmodels.libraries.cusparse.sampled_product": (
        "cusparseSDDMM_bufferSize cusparseSDDMM cusparseSDDMM_preprocess "
    ),
    "opmodels.libraries.cusparse.sorting": (
        "cusparseCreateIdentityPermutation cusparseXcsrsort_bufferSizeExt cusparseXcsrsort "
    ),
    "opmodels.libraries.cusparse.sparse_and_dense": (
        "cusparseSparseToDense_bufferSize cusparseDenseToSparse_bufferSize cusparseSparseToDense "
        "cusparseDenseToSparse_analysis cusparseDenseToSparse_convert "
    ),
    "opmodels.libraries.cusparse.sparse_matrix": (
        "cusparseCreateCsr cusparseCreateConstCsr cusparseCreateCsc cusparseCreateConstCsc cusparseCreateCoo "
        "cusparseCreateConstCoo cusparseDestroySpMat cusparseCsrSetPointers cusparseCscSetPointers "
        "cusparseCooSetPointers cusparseSpMatGetSize cusparseSpMatGetFormat cusparseSpMatGetIndexBase "
        "cusparseSpMatGetStridedBatch cusparseSpMatGetValues cusparseConstSpMatGetValues cusparseSpMatSetValues "
        "cusparseSpMatSetAttribute cusparseSpMatGetAttribute cusparseCsrSetStridedBatch cusparseCooSetStridedBatch "
        "cusparseCsrGet cusparseConstCsrGet cusparseCscGet cusparseConstCscGet cusparseCooGet cusparseConstCooGet "
    ),
    "opmodels.libraries.cusparse.sparse_times_dense": (
        "cusparseSpMV_bufferSize cusparseSpMV cusparseSpMV_preprocess cusparseSpMM_bufferSize cusparseSpMM "
        "cusparseSpMM_preprocess "
    ),
    "opmodels.libraries.cusparse.sparse_times_sparse": (
        "cusparseSpGEMM_createDescr cusparseSpGEMM_destroyDescr cusparseSpGEMM_workEstimation cusparseSpGEMM_compute "
        "cusparseSpGEMM_copy "
    ),
    "opmodels.libraries.cusparse.sparse_vector": (
        "cusparseCreateSpVec cusparseCreateConstSpVec cusparseDestroySpVec cusparseSpVecSetValues "
        "cusparseSpVecGetValues cusparseConstSpVecGetValues cusparseSpVecGetIndexBase cusparseSpVecGet "
        "cusparseConstSpVecGet "
    ),
    "opmodels.libraries.cusparse.transposition": (
        "cusparseCsr2cscEx2_bufferSize cusparseCsr2cscEx2 "
    ),
    "opmodels.libraries.cusparse.triangular": (
        "cusparseSpSV_createDescr cusparseSpSM_createDescr cusparseSpSV_destroyDescr cusparseSpSM_destroyDescr "
        "cusparseSpSV_bufferSize cusparseSpSV_analysis cusparseSpSV_solve cusparseSpSM_bufferSize "
        "cusparseSpSM_analysis cusparseSpSM_solve "
    ),
    "opmodels.libraries.cusparse.vector_operations": (
        "cusparseAxpby cusparseGather cusparseScatter "
    ),
    "opmodels.libraries.driver.clusters": (
        "cuOccupancyMaxActiveClusters cuOccupancyMaxPotentialClusterSize "
    ),
    "opmodels.libraries.driver.device": (
        "cuInit cuDriverGetVersion cuGetErrorString cuDeviceGetCount cuDeviceGet cuDeviceGetName cuDeviceTotalMem "
        "cuDeviceGetAttribute cuCtxCreate cuCtxCreate_v4 cuDevicePrimaryCtxRetain cuDevicePrimaryCtxRelease "
        "cuCtxDestroy cuCtxGetCurrent cuCtxSetCurrent cuCtxPushCurrent cuCtxPopCurrent cuCtxGetDevice cuCtxSynchronize "
    ),
    "opmodels.libraries.driver.memory": (
        "cuMemAlloc cuMemAllocPitch cuMemAllocManaged cuMemAllocHost cuMemHostAlloc cuMemHostGetDevicePointer "
        "cuMemHostRegister cuMemHostUnregister cuMemFree cuMemFreeHost cuMemGetInfo cuMemcpyHtoD cuMemcpyHtoDAsync "
        "cuMemcpyDtoH cuMemcpyDtoHAsync cuMemcpyDtoD cuMemcpyDtoDAsync cuMemcpy cuMemcpyAsync cuMemsetD8 "
        "cuMemsetD8Async cuMemsetD16 cuMemsetD16Async cuMemsetD32 cuMemsetD32Async "
    ),
    "opmodels.libraries.driver.module_files": (
        "cuModuleLoad cuLibraryLoadFromFile "
    ),
    "opmodels.libraries.driver.modules": (
        "cuModuleLoadData cuModuleLoadDataEx cuModuleUnload cuModuleGetFunction cuModuleGetGlobal cuLibraryLoadData "
        "cuLibraryUnload cuLibraryGetKernel cuKernelGetFunction cuLibraryGetGlobal cuFuncGetAttribute "
        "cuFuncSetAttribute cuFuncSetCacheConfig cuOccupancyMaxActiveBlocksPerMultiprocessor "
    ),
    "opmodels.libraries.driver.streams": (
        "cuStreamCreate cuStreamCreateWithPriority cuStreamDestroy cuStreamSynchronize cuStreamQuery cuStreamWaitEvent "
        "cuEventCreate cuEventDestroy cuEventRecord cuEventSynchronize cuEventQuery cuEventElapsedTime "
    ),
    "opmodels.libraries.nvrtc": (
        "nvrtcGetErrorString nvrtcVersion nvrtcGetNumSupportedArchs nvrtcGetSupportedArchs nvrtcCreateProgram "
        "nvrtcDestroyProgram nvrtcAddNameExpression nvrtcCompileProgram nvrtcGetLoweredName nvrtcGetProgramLogSize "
        "nvrtcGetProgramLog nvrtcGetPTXSize nvrtcGetPTX nvrtcGetCUBINSize nvrtcGetCUBIN "
    ),
    "opmodels.libraries.nvtx": (
        "nvtxRangePushA nvtxRangePushEx nvtxDomainRangePushEx nvtxRangePop nvtxDomainRangePop nvtxRangeStartA "
        "nvtxRangeStartEx nvtxDomainCreateA nvtxRangeEnd nvtxMarkA nvtxMarkEx nvtxNameOsThreadA nvtxNameCategoryA "
        "nvtxDomainDestroy nvtxNameCudaStreamA "
    ),
    "opmodels.math_arithmetic": (
        "sqrt sqrtf fabs fabsf abs fma fmaf fmin fminf fmax fmaxf fmod fmodf fdim fdimf remainder remainderf remquo "
        "remquof copysign copysignf nextafter nextafterf "
    ),
    "opmodels.math_classify": (
        "isnan __isnan isinf __isinf isfinite finite finitef isnormal fpclassify signbit nan nanf isgreater "
        "isgreaterequal isless islessequal isunordered "
    ),
    "opmodels.math_device_convert": (
        "__float2int_rn __float2int_rz __float2int_ru __float2int_rd __float2uint_rn __float2uint_rz __float2uint_ru "
        "__float2uint_rd __float2ll_rn __float2ll_rz __float2ll_ru __float2ll_rd __float2ull_rn __float2ull_rz "
        "__float2ull_ru __float2ull_rd __double2int_rn __double2int_rz __double2int_ru __double2int_rd "
        "__double2uint_rn __double2uint_rz __double2uint_ru __double2uint_rd __double2ll_rn __double2ll_rz "
        "__double2ll_ru __double2ll_rd __double2ull_rn __double2ull_rz __double2ull_ru __double2ull_rd __int2float_rn "
        "__int2float_rz __int2float_ru __int2float_rd __int2double_rn __uint2float_rn __uint2float_rz __uint2float_ru "
        "__uint2float_rd __uint2double_rn __ll2float_rn __ll2float_rz __ll2float_ru __ll2float_rd __ll2double_rn "
        "__ll2double_rz __ll2double_ru __ll2double_rd __ull2float_rn __ull2float_rz __ull2float_ru __ull2float_rd "
        "__ull2double_rn __ull2double_rz __ull2double_ru __ull2double_rd __double2float_rn __double2float_rz "
        "__double2float_ru __double2float_rd __float_as_int __float_as_uint __int_as_float __uint_as_float "
        "__double_as_longlong __longlong_as_double __hiloint2double __double2hiint __double2loint "
    ),
    "opmodels.math_device_fast": (
        "__expf __exp10f __logf __log2f __log10f __sinf __cosf __tanf __tanhf __powf fdividef __fdividef "
    ),
    "opmodels.math_device_float": (
        "__fadd_rn __fadd_rz __fadd_ru __fadd_rd __fsub_rn __fsub_rz __fsub_ru __fsub_rd __fmul_rn __fmul_rz __fmul_ru "
        "__fmul_rd __fdiv_rn __fdiv_rz __fdiv_ru __fdiv_rd __dadd_rn __dadd_rz __dadd_ru __dadd_rd __dsub_rn __dsub_rz "
        "__dsub_ru __dsub_rd __dmul_rn __dmul_rz __dmul_ru __dmul_rd __ddiv_rn __ddiv_rz __ddiv_ru __ddiv_rd __fmaf_rn "
        "__fmaf_rz __fmaf_ru __fmaf_rd __fmaf_ieee_rn __fmaf_ieee_rz __fmaf_ieee_ru __fmaf_ieee_rd __fma_rn __fma_rz "
        "__fma_ru __fma_rd __fsqrt_rn __fsqrt_rz __fsqrt_ru __fsqrt_rd __dsqrt_rn __dsqrt_rz __dsqrt_ru __dsqrt_rd "
        "__frcp_rn __frcp_rz __frcp_ru __frcp_rd __drcp_rn __drcp_rz __drcp_ru __drcp_rd __frsqrt_rn __saturatef "
    ),
    "opmodels.math_device_integer": (
        "__mul24 __umul24 __mulhi __umulhi __mul64hi __umul64hi __popc __popcll __clz __clzll __ffs __ffsll ffs __brev "
        "__brevll __byte_perm __sad __usad __hadd __uhadd __rhadd __urhadd __funnelshift_l __funnelshift_lc "
        "__funnelshift_r __funnelshift_rc "
    ),
    "opmodels.math_device_simd": (
        "__vadd2 __vaddss2 __vaddus2 __vsub2 __vsubss2 __vsubus2 __vabsdiffs2 __vabsdiffu2 __vavgs2 __vavgu2 __vhaddu2 "
        "__vmaxs2 __vmaxu2 __vmins2 __vminu2 __vcmpeq2 __vseteq2 __vcmpne2 __vsetne2 __vcmplts2 __vcmpltu2 __vsetlts2 "
        "__vsetltu2 __vcmples2 __vcmpleu2 __vsetles2 __vsetleu2 __vcmpgts2 __vcmpgtu2 __vsetgts2 __vsetgtu2 __vcmpges2 "
        "__vcmpgeu2 __vsetges2 __vsetgeu2 __vabs2 __vabsss2 __vneg2 __vnegss2 __vsads2 __vsadu2 __vadd4 __vaddss4 "
        "__vaddus4 __vsub4 __vsubss4 __vsubus4 __vabsdiffs4 __vabsdiffu4 __vavgs4 __vavgu4 __vhaddu4 __vmaxs4 __vmaxu4 "
        "__vmins4 __vminu4 __vcmpeq4 __vseteq4 __vcmpne4 __vsetne4 __vcmplts4 __vcmpltu4 __vsetlts4 __vsetltu4 "
        "__vcmples4 __vcmpleu4 __vsetles4 __vsetleu4 __vcmpgts4 __vcmpgtu4 __vsetgts4 __vsetgtu4 __vcmpges4 __vcmpgeu4 "
        "__vsetges4 __vsetgeu4 __vabs4 __vabsss4 __vneg4 __vnegss4 __vsads4 __vsadu4 __dp4a __dp2a_lo __dp2a_hi "
    ),
    "opmodels.math_extrema": (
        "min llmin max llmax umin ullmin umax ullmax swap "
    ),
    "opmodels.math_norms": (
        "hypot hypotf norm3d norm3df norm4d norm4df rhypot rhypotf rnorm3d rnorm3df rnorm4d rnorm4df rsqrt rsqrtf "
        "rcbrt rcbrtf "
    ),
    "opmodels.math_parts": (
        "frexp frexpf ilogb ilogbf logb logbf ldexp ldexpf scalbn scalbnf scalbln scalblnf modf modff "
    ),
    "opmodels.math_rounding": (
        "floor floorf ceil ceilf trunc truncf round roundf rint rintf nearbyint nearbyintf lround lroundf llround "
        "llroundf lrint lrintf llrint llrintf "
    ),
    "opmodels.math_sincos": (
        "sincos sincosf sincospi sincospif __sincosf "
    ),
    "opmodels.math_special": (
        "erfinv erfinvf erfcinv erfcinvf erfcx erfcxf normcdfinv normcdfinvf j0 j0f j1 j1f jn jnf cyl_bessel_i0 "
        "cyl_bessel_i0f cyl_bessel_i1 cyl_bessel_i1f y0 y0f y1 y1f yn ynf norm normf rnorm rnormf "
    ),
    "opmodels.math_transcendental": (
        "exp expf exp2 exp2f exp10 exp10f expm1 expm1f log logf log2 log2f log10 log10f log1p log1pf sin sinf cos cosf "
        "tan tanf asin asinf acos acosf atan atanf sinh sinhf cosh coshf tanh tanhf asinh asinhf acosh acoshf atanh "
        "atanhf cbrt cbrtf erf erff erfc erfcf lgamma lgammaf tgamma tgammaf sinpi sinpif cospi cospif normcdf "
        "normcdff pow powf atan2 atan2f "
    ),
    "opmodels.runtime.allocation": (
        "cudaMalloc cudaMallocManaged cudaMallocPitch cudaMalloc3D cudaFree cudaMemGetInfo "
    ),
    "opmodels.runtime.array": (
        "cudaMallocArray cudaMalloc3DArray cudaFreeArray cudaArrayGetInfo cudaGetChannelDesc "
    ),
    "opmodels.runtime.bus_identifier": (
        "cudaDeviceGetPCIBusId cudaDeviceGetByPCIBusId "
    ),
    "opmodels.runtime.channel_format": (
        "cudaCreateChannelDesc "
    ),
    "opmodels.runtime.cluster_occupancy": (
        "cudaOccupancyMaxActiveClusters cudaOccupancyMaxPotentialClusterSize "
    ),
    "opmodels.runtime.device": (
        "cudaDeviceSynchronize cudaThreadSynchronize cudaSetDevice cudaGetDevice cudaGetDeviceCount cudaChooseDevice "
        "cudaGetDeviceProperties cudaDeviceGetAttribute cudaDriverGetVersion cudaRuntimeGetVersion cudaProfilerStart "
        "cudaProfilerStop "
    ),
    "opmodels.runtime.device_settings": (
        "cudaDeviceSetLimit cudaThreadSetLimit cudaDeviceGetLimit cudaThreadGetLimit cudaDeviceSetCacheConfig "
        "cudaThreadSetCacheConfig cudaDeviceSetSharedMemConfig cudaDeviceGetCacheConfig cudaDeviceGetSharedMemConfig "
        "cudaSetDeviceFlags cudaGetDeviceFlags cudaInitDevice cudaSetValidDevices "
    ),
    "opmodels.runtime.errors": (
        "cudaGetLastError cudaPeekAtLastError cudaGetErrorString cudaGetErrorName "
    ),
    "opmodels.runtime.event": (
        "cudaEventCreate cudaEventCreateWithFlags cudaEventDestroy cudaEventRecord cudaEventRecordWithFlags "
        "cudaEventSynchronize cudaEventQuery cudaEventElapsedTime "
    ),
    "opmodels.runtime.extent": (
        "make_cudaPos make_cudaExtent make_cudaPitchedPtr "
    ),
    "opmodels.runtime.function_attributes": (
        "cudaFuncSetCacheConfig cudaFuncSetSharedMemConfig cudaFuncSetAttribute cudaFuncGetAttributes "
    ),
    "opmodels.runtime.graph": (
        "cudaStreamBeginCapture cudaStreamEndCapture cudaStreamIsCapturing cudaGraphInstantiate "
        "cudaGraphInstantiateWithFlags cudaGraphClone cudaGraphLaunch cudaGraphUpload cudaGraphGetNodes "
        "cudaGraphDestroy cudaGraphExecDestroy cudaGraphSetConditional "
    ),
    "opmodels.runtime.graph_node": (
        "cudaGraphCreate cudaGraphAddEmptyNode cudaGraphAddKernelNode cudaGraphAddMemcpyNode cudaGraphAddMemcpyNode1D "
        "cudaGraphAddMemsetNode cudaGraphAddHostNode cudaGraphKernelNodeSetParams cudaGraphExecKernelNodeSetParams "
        "cudaGraphExecUpdate "
    ),
    "opmodels.runtime.launch_attributes": (
        "__cudabmc_launch_result __cudabmc_launch_attributes __cudabmc_launch_extra "
    ),
    "opmodels.runtime.managed_advice": (
        "cudaMemPrefetchAsync cudaStreamAttachMemAsync cudaMemAdvise cudaMemRangeGetAttribute "
    ),
    "opmodels.runtime.occupancy": (
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags "
        "cudaOccupancyMaxPotentialBlockSize cudaOccupancyMaxPotentialBlockSizeWithFlags "
        "cudaOccupancyAvailableDynamicSMemPerBlock __cudabmc_cooperative_launch "
    ),
    "opmodels.runtime.peer": (
        "cudaDeviceCanAccessPeer cudaDeviceGetP2PAttribute cudaDeviceEnablePeerAccess cudaDeviceDisablePeerAccess "
    ),
    "opmodels.runtime.pinned": (
        "cudaMallocHost cudaHostAlloc cudaFreeHost cudaHostGetDevicePointer cudaHostGetFlags cudaHostRegister "
        "cudaHostUnregister "
    ),
    "opmodels.runtime.pointer_attributes": (
        "cudaPointerGetAttributes "
    ),
    "opmodels.runtime.pool": (
        "cudaMallocAsync cudaMallocFromPoolAsync cudaFreeAsync cudaMemPoolCreate cudaMemPoolDestroy "
        "cudaDeviceGetDefaultMemPool cudaDeviceGetMemPool cudaDeviceSetMemPool cudaMemPoolTrimTo "
        "cudaMemPoolSetAttribute cudaMemPoolGetAttribute cudaMemPoolSetAccess cudaMemPoolGetAccess "
    ),
    "opmodels.runtime.reset": (
        "cudaDeviceReset cudaThreadExit "
    ),
    "opmodels.runtime.sample_helpers": (
        "checkCudaErrors getLastCudaError printLastCudaError findCudaDevice gpuGetMaxGflopsDeviceId gpuDeviceInit "
        "_ConvertSMVer2Cores checkCudaCapabilities checkCmdLineFlag getCmdLineArgumentInt "
    ),
    "opmodels.runtime.sample_timers": (
        "sdkCreateTimer sdkDeleteTimer sdkStartTimer sdkStopTimer sdkResetTimer sdkGetTimerValue "
        "sdkGetAverageTimerValue "
    ),
    "opmodels.runtime.stream": (
        "cudaStreamCreateWithFlags cudaStreamCreate cudaStreamCreateWithPriority cudaStreamDestroy "
        "cudaStreamSynchronize cudaStreamQuery cudaStreamWaitEvent cudaStreamGetFlags cudaStreamGetPriority "
        "cudaDeviceGetStreamPriorityRange cudaLaunchHostFunc cudaStreamAddCallback "
    ),
    "opmodels.runtime.symbol": (
        "cudaMemcpyToSymbol cudaMemcpyToSymbolAsync cudaMemcpyFromSymbol cudaMemcpyFromSymbolAsync "
        "cudaGetSymbolAddress cudaGetSymbolSize "
    ),
    "opmodels.runtime.texture_object": (
        "cudaCreateTextureObject cudaCreateSurfaceObject cudaDestroyTextureObject cudaDestroySurfaceObject "
        "cudaGetTextureObjectResourceDesc cudaGetTextureObjectTextureDesc cudaGetSurfaceObjectResourceDesc "
    ),
    "opmodels.runtime.transfer": (
        "cudaMemcpy cudaMemcpyAsync cudaMemcpyPeer cudaMemcpyPeerAsync cudaMemset cudaMemsetAsync "
    ),
    "opmodels.runtime.transfer_2d": (
        "cudaMemcpy2D cudaMemcpy2DAsync cudaMemset2D cudaMemset2DAsync "
    ),
    "opmodels.runtime.transfer_3d": (
        "cudaMemcpy3D cudaMemcpy3DAsync cudaMemcpy3DPeer cudaMemcpy3DPeerAsync cudaMemset3D cudaMemset3DAsync "
    ),
    "opmodels.runtime.transfer_array": (
        "cudaMemcpy2DToArray cudaMemcpy2DToArrayAsync cudaMemcpy2DFromArray cudaMemcpy2DFromArrayAsync "
        "cudaMemcpy2DArrayToArray cudaMemcpyToArray cudaMemcpyToArrayAsync cudaMemcpyFromArray "
        "cudaMemcpyFromArrayAsync cudaMemcpyArrayToArray "
    ),
    "opmodels.runtime.vector_types": (
        "make_char1 make_char2 make_char3 make_char4 make_uchar1 make_uchar2 make_uchar3 make_uchar4 make_short1 "
        "make_short2 make_short3 make_short4 make_ushort1 make_ushort2 make_ushort3 make_ushort4 make_int1 make_int2 "
        "make_int3 make_int4 make_uint1 make_uint2 make_uint3 make_uint4 make_long1 make_long2 make_long3 make_long4 "
        "make_ulong1 make_ulong2 make_ulong3 make_ulong4 make_longlong1 make_longlong2 make_longlong3 make_longlong4 "
        "make_ulonglong1 make_ulonglong2 make_ulonglong3 make_ulonglong4 make_float1 make_float2 make_float3 "
        "make_float4 make_double1 make_double2 make_double3 make_double4 "
    ),
    "opmodels.verifier": (
        "nondet_char __VERIFIER_nondet_char nondet_schar __VERIFIER_nondet_schar nondet_uchar __VERIFIER_nondet_uchar "
        "nondet_short __VERIFIER_nondet_short nondet_ushort __VERIFIER_nondet_ushort nondet_int __VERIFIER_nondet_int "
        "nondet_uint __VERIFIER_nondet_uint nondet_unsigned __VERIFIER_nondet_unsigned nondet_u32 "
        "__VERIFIER_nondet_u32 nondet_long __VERIFIER_nondet_long nondet_ulong __VERIFIER_nondet_ulong nondet_longlong "
        "__VERIFIER_nondet_longlong nondet_ulonglong __VERIFIER_nondet_ulonglong nondet_size_t "
        "__VERIFIER_nondet_size_t nondet_int8 __VERIFIER_nondet_int8 nondet_uint8 __VERIFIER_nondet_uint8 nondet_int16 "
        "__VERIFIER_nondet_int16 nondet_uint16 __VERIFIER_nondet_uint16 nondet_int32 __VERIFIER_nondet_int32 "
        "nondet_uint32 __VERIFIER_nondet_uint32 nondet_int64 __VERIFIER_nondet_int64 nondet_uint64 "
        "__VERIFIER_nondet_uint64 nondet_u8 __VERIFIER_nondet_u8 nondet_u16 __VERIFIER_nondet_u16 nondet_u64 "
        "__VERIFIER_nondet_u64 nondet_float __VERIFIER_nondet_float nondet_double __VERIFIER_nondet_double nondet_bool "
        "__VERIFIER_nondet_bool nondet__Bool __VERIFIER_nondet__Bool __VERIFIER_assume __ESBMC_assume __CPROVER_assume "
        "__VERIFIER_assert __ESBMC_assert __CPROVER_assert __VERIFIER_error reach_error "
    ),
    "opmodels.verifier_gpuverify": (
        "__cudabmc_holds __cudabmc_not_looked_at __cudabmc_contract __cudabmc_asserted __cudabmc_by_contract "
        "__cudabmc_kernel_ensures __cudabmc_at_start __cudabmc_invariant __cudabmc_candidate_invariant "
        "__cudabmc_function_wide_invariant __cudabmc_function_wide_candidate_invariant __cudabmc_ensures "
        "__cudabmc_barrier_invariant __cudabmc_may_read __cudabmc_may_write __cudabmc_barrier_may_read "
        "__cudabmc_barrier_may_write __uniform __uniform_int __uniform_bool __distinct __distinct_int __distinct_bool "
        "__other __other_int __other_bool __all __exclusive __at_most_one __read __write __no_read __no_write "
        "__read_implies __write_implies __read_offset_bytes __write_offset_bytes __ptr_offset_bytes __return_val_int "
        "__return_val_bool __return_val_long __cudabmc_bound __cudabmc_for_all __cudabmc_sum_over __old_int __old_bool "
        "__requires __global_requires __cudabmc_requires __assume __cudabmc_assumes __assert __global_assert "
        "__cudabmc_asserts __implies __enabled __equal_floats __equal_doubles "
    ),
}
BLOCKS: dict[str, str] = {
    "opmodels.libc.clock": (
        "time_t clock_t clockid_t suseconds_t timeval timespec timezone tm "
    ),
    "opmodels.libc.division": (
        "div_t ldiv_t lldiv_t "
    ),
    "opmodels.libc.file_status": (
        "stat "
    ),
    "opmodels.libc.folders": (
        "DIR dirent "
    ),
    "opmodels.libc.host_facts": (
        "rusage "
    ),
    "opmodels.libc.standard_types": (
        "size_t ssize_t ptrdiff_t max_align_t intptr_t uintptr_t intmax_t uintmax_t uint ushort ulong u_char u_int "
        "int8_t uint8_t int_least8_t uint_least8_t int_fast8_t uint_fast8_t int16_t uint16_t int_least16_t "
        "uint_least16_t int_fast16_t uint_fast16_t int32_t uint32_t int_least32_t uint_least32_t int_fast32_t "
        "uint_fast32_t int64_t uint64_t int_least64_t uint_least64_t int_fast64_t uint_fast64_t "
    ),
    "opmodels.libc.stream": (
        "FILE fpos_t "
    ),
    "opmodels.libc.system_name": (
        "utsname "
    ),
    "opmodels.libc.unistd": (
        "pid_t useconds_t mode_t off_t "
    ),
    "opmodels.libraries.complex_numbers": (
        "cuFloatComplex cuComplex cuDoubleComplex "
    ),
    "opmodels.libraries.cublas.types": (
        "cublasStatus_t CUBLAS_STATUS_SUCCESS CUBLAS_STATUS_NOT_INITIALIZED CUBLAS_STATUS_ALLOC_FAILED "
        "CUBLAS_STATUS_INVALID_VALUE CUBLAS_STATUS_ARCH_MISMATCH CUBLAS_STATUS_MAPPING_ERROR "
        "CUBLAS_STATUS_EXECUTION_FAILED CUBLAS_STATUS_INTERNAL_ERROR CUBLAS_STATUS_NOT_SUPPORTED "
        "CUBLAS_STATUS_LICENSE_ERROR cublasOperation_t CUBLAS_OP_N CUBLAS_OP_T CUBLAS_OP_C cublasFillMode_t "
        "CUBLAS_FILL_MODE_LOWER CUBLAS_FILL_MODE_UPPER CUBLAS_FILL_MODE_FULL cublasDiagType_t CUBLAS_DIAG_NON_UNIT "
        "CUBLAS_DIAG_UNIT cublasSideMode_t CUBLAS_SIDE_LEFT CUBLAS_SIDE_RIGHT cublasPointerMode_t "
        "CUBLAS_POINTER_MODE_HOST CUBLAS_POINTER_MODE_DEVICE cublasAtomicsMode_t CUBLAS_ATOMICS_NOT_ALLOWED "
        "CUBLAS_ATOMICS_ALLOWED cublasMath_t CUBLAS_DEFAULT_MATH CUBLAS_TENSOR_OP_MATH CUBLAS_PEDANTIC_MATH "
        "CUBLAS_TF32_TENSOR_OP_MATH CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION cublasGemmAlgo_t "
        "CUBLAS_GEMM_DFALT CUBLAS_GEMM_DEFAULT CUBLAS_GEMM_ALGO0 CUBLAS_GEMM_DEFAULT_TENSOR_OP "
        "CUBLAS_GEMM_DFALT_TENSOR_OP cublasComputeType_t CUBLAS_COMPUTE_16F CUBLAS_COMPUTE_16F_PEDANTIC "
        "CUBLAS_COMPUTE_32F CUBLAS_COMPUTE_32F_PEDANTIC CUBLAS_COMPUTE_64F CUBLAS_COMPUTE_64F_PEDANTIC "
        "CUBLAS_COMPUTE_32I CUBLAS_COMPUTE_32I_PEDANTIC CUBLAS_COMPUTE_32F_FAST_16F CUBLAS_COMPUTE_32F_FAST_16BF "
        "CUBLAS_COMPUTE_32F_FAST_TF32 cublasHandle_t cublasContext "
    ),
    "opmodels.libraries.cudnn.types": (
        "cudnnStatus_t CUDNN_STATUS_SUCCESS CUDNN_STATUS_NOT_INITIALIZED CUDNN_STATUS_ALLOC_FAILED "
        "CUDNN_STATUS_BAD_PARAM CUDNN_STATUS_INTERNAL_ERROR CUDNN_STATUS_INVALID_VALUE CUDNN_STATUS_ARCH_MISMATCH "
        "CUDNN_STATUS_MAPPING_ERROR CUDNN_STATUS_EXECUTION_FAILED CUDNN_STATUS_NOT_SUPPORTED "
        "CUDNN_STATUS_LICENSE_ERROR cudnnDataType_t CUDNN_DATA_FLOAT CUDNN_DATA_DOUBLE CUDNN_DATA_HALF CUDNN_DATA_INT8 "
        "CUDNN_DATA_INT32 cudnnTensorFormat_t CUDNN_TENSOR_NCHW CUDNN_TENSOR_NHWC cudnnConvolutionMode_t "
        "CUDNN_CONVOLUTION CUDNN_CROSS_CORRELATION cudnnMathType_t CUDNN_DEFAULT_MATH CUDNN_TENSOR_OP_MATH "
        "CUDNN_FMA_MATH cudnnNanPropagation_t CUDNN_NOT_PROPAGATE_NAN CUDNN_PROPAGATE_NAN cudnnActivationMode_t "
        "CUDNN_ACTIVATION_SIGMOID CUDNN_ACTIVATION_RELU CUDNN_ACTIVATION_TANH CUDNN_ACTIVATION_CLIPPED_RELU "
        "CUDNN_ACTIVATION_ELU CUDNN_ACTIVATION_IDENTITY cudnnPoolingMode_t CUDNN_POOLING_MAX "
        "CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING "
        "CUDNN_POOLING_MAX_DETERMINISTIC cudnnSoftmaxAlgorithm_t CUDNN_SOFTMAX_FAST CUDNN_SOFTMAX_ACCURATE "
        "CUDNN_SOFTMAX_LOG cudnnSoftmaxMode_t CUDNN_SOFTMAX_MODE_INSTANCE CUDNN_SOFTMAX_MODE_CHANNEL "
        "cudnnConvolutionFwdAlgo_t CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM "
        "CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM CUDNN_CONVOLUTION_FWD_ALGO_GEMM "
        "CUDNN_CONVOLUTION_FWD_ALGO_DIRECT CUDNN_CONVOLUTION_FWD_ALGO_FFT CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING "
        "CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED "
        "CUDNN_CONVOLUTION_FWD_ALGO_COUNT cudnnHandle_t cudnnContext cudnnTensorDescriptor_t cudnnTensorStruct "
        "cudnnFilterDescriptor_t cudnnFilterStruct cudnnConvolutionDescriptor_t cudnnConvolutionStruct "
        "cudnnActivationDescriptor_t cudnnActivationStruct cudnnPoolingDescriptor_t cudnnPoolingStruct "
    ),
    "opmodels.libraries.cufft.types": (
        "cufftResult cufftResult_t CUFFT_SUCCESS CUFFT_INVALID_PLAN CUFFT_ALLOC_FAILED CUFFT_INVALID_TYPE "
        "CUFFT_INVALID_VALUE CUFFT_INTERNAL_ERROR CUFFT_EXEC_FAILED CUFFT_SETUP_FAILED CUFFT_INVALID_SIZE "
        "CUFFT_UNALIGNED_DATA CUFFT_INCOMPLETE_PARAMETER_LIST CUFFT_INVALID_DEVICE CUFFT_PARSE_ERROR "
        "CUFFT_NO_WORKSPACE CUFFT_NOT_IMPLEMENTED CUFFT_LICENSE_ERROR CUFFT_NOT_SUPPORTED CUFFT_MISSING_DEPENDENCY "
        "CUFFT_NVRTC_FAILURE CUFFT_NVJITLINK_FAILURE CUFFT_NVSHMEM_FAILURE cufftType cufftType_t CUFFT_R2C CUFFT_C2R "
        "CUFFT_C2C CUFFT_D2Z CUFFT_Z2D CUFFT_Z2Z cufftHandle cufftReal cufftDoubleReal cufftComplex cufftDoubleComplex "
    ),
    "opmodels.libraries.curand.types": (
        "curandStatus_t curandStatus CURAND_STATUS_SUCCESS CURAND_STATUS_VERSION_MISMATCH "
        "CURAND_STATUS_NOT_INITIALIZED CURAND_STATUS_ALLOCATION_FAILED CURAND_STATUS_TYPE_ERROR "
        "CURAND_STATUS_OUT_OF_RANGE CURAND_STATUS_LENGTH_NOT_MULTIPLE CURAND_STATUS_DOUBLE_PRECISION_REQUIRED "
        "CURAND_STATUS_LAUNCH_FAILURE CURAND_STATUS_PREEXISTING_FAILURE CURAND_STATUS_INITIALIZATION_FAILED "
        "CURAND_STATUS_ARCH_MISMATCH CURAND_STATUS_INTERNAL_ERROR curandRngType_t curandRngType CURAND_RNG_TEST "
        "CURAND_RNG_PSEUDO_DEFAULT CURAND_RNG_PSEUDO_XORWOW CURAND_RNG_PSEUDO_MRG32K3A CURAND_RNG_PSEUDO_MTGP32 "
        "CURAND_RNG_PSEUDO_MT19937 CURAND_RNG_PSEUDO_PHILOX4_32_10 CURAND_RNG_QUASI_DEFAULT CURAND_RNG_QUASI_SOBOL32 "
        "CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 CURAND_RNG_QUASI_SOBOL64 CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 "
        "curandOrdering_t curandOrdering CURAND_ORDERING_PSEUDO_BEST CURAND_ORDERING_PSEUDO_DEFAULT "
        "CURAND_ORDERING_PSEUDO_SEEDED CURAND_ORDERING_PSEUDO_LEGACY CURAND_ORDERING_PSEUDO_DYNAMIC "
        "CURAND_ORDERING_QUASI_DEFAULT curandDirectionVectorSet_t curandDirectionVectorSet "
        "CURAND_DIRECTION_VECTORS_32_JOEKUO6 CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 "
        "CURAND_DIRECTION_VECTORS_64_JOEKUO6 CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 curandGenerator_t "
        "curandGenerator_st curandDirectionVectors32_t curandDirectionVectors64_t curandStateXORWOW "
        "curandStateXORWOW_t curandStateMRG32k3a curandStateMRG32k3a_t curandStatePhilox4_32_10 "
        "curandStatePhilox4_32_10_t curandStateSobol32 curandStateSobol32_t curandStateScrambledSobol32 "
        "curandStateScrambledSobol32_t curandStateSobol64 curandStateSobol64_t curandStateScrambledSobol64 "
        "curandStateScrambledSobol64_t curandStateMtgp32 curandStateMtgp32_t curandState_t curandState "
    ),
    "opmodels.libraries.cusolver.common.types": (
        "cusolverStatus_t CUSOLVER_STATUS_SUCCESS CUSOLVER_STATUS_NOT_INITIALIZED CUSOLVER_STATUS_ALLOC_FAILED "
        "CUSOLVER_STATUS_INVALID_VALUE CUSOLVER_STATUS_ARCH_MISMATCH CUSOLVER_STATUS_MAPPING_ERROR "
        "CUSOLVER_STATUS_EXECUTION_FAILED CUSOLVER_STATUS_INTERNAL_ERROR CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED "
        "CUSOLVER_STATUS_NOT_SUPPORTED CUSOLVER_STATUS_ZERO_PIVOT CUSOLVER_STATUS_INVALID_LICENSE "
        "CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED CUSOLVER_STATUS_IRS_PARAMS_INVALID "
        "CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE "
        "CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER CUSOLVER_STATUS_IRS_INTERNAL_ERROR "
        "CUSOLVER_STATUS_IRS_NOT_SUPPORTED CUSOLVER_STATUS_IRS_OUT_OF_RANGE "
        "CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED "
        "CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED CUSOLVER_STATUS_IRS_MATRIX_SINGULAR CUSOLVER_STATUS_INVALID_WORKSPACE "
        "cusolverEigType_t CUSOLVER_EIG_TYPE_1 CUSOLVER_EIG_TYPE_2 CUSOLVER_EIG_TYPE_3 cusolverEigMode_t "
        "CUSOLVER_EIG_MODE_NOVECTOR CUSOLVER_EIG_MODE_VECTOR cusolverEigRange_t CUSOLVER_EIG_RANGE_ALL "
        "CUSOLVER_EIG_RANGE_I CUSOLVER_EIG_RANGE_V cusolverNorm_t CUSOLVER_INF_NORM CUSOLVER_MAX_NORM "
        "CUSOLVER_ONE_NORM CUSOLVER_FRO_NORM cusolverAlgMode_t CUSOLVER_ALG_0 CUSOLVER_ALG_1 CUSOLVER_ALG_2 "
        "cusolverDeterministicMode_t CUSOLVER_DETERMINISTIC_RESULTS CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS "
        "cusolver_int_t "
    ),
    "opmodels.libraries.cusolver.dense.types": (
        "cusolverDnHandle_t cusolverDnContext syevjInfo_t syevjInfo gesvdjInfo_t gesvdjInfo cusolverDnParams_t "
        "cusolverDnParams cusolverDnFunction_t CUSOLVERDN_GETRF CUSOLVERDN_POTRF "
    ),
    "opmodels.libraries.cusolver.refactorization.types": (
        "cusolverRfResetValuesFastMode_t CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF CUSOLVERRF_RESET_VALUES_FAST_MODE_ON "
        "cusolverRfMatrixFormat_t CUSOLVERRF_MATRIX_FORMAT_CSR CUSOLVERRF_MATRIX_FORMAT_CSC cusolverRfUnitDiagonal_t "
        "CUSOLVERRF_UNIT_DIAGONAL_STORED_L CUSOLVERRF_UNIT_DIAGONAL_STORED_U CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L "
        "CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U cusolverRfFactorization_t CUSOLVERRF_FACTORIZATION_ALG0 "
        "CUSOLVERRF_FACTORIZATION_ALG1 CUSOLVERRF_FACTORIZATION_ALG2 cusolverRfTriangularSolve_t "
        "CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 CUSOLVERRF_TRIANGULAR_SOLVE_ALG2 CUSOLVERRF_TRIANGULAR_SOLVE_ALG3 "
        "cusolverRfNumericBoostReport_t CUSOLVERRF_NUMERIC_BOOST_NOT_USED CUSOLVERRF_NUMERIC_BOOST_USED "
        "cusolverRfHandle_t cusolverRfCommon "
    ),
    "opmodels.libraries.cusolver.sparse.types": (
        "cusolverSpHandle_t cusolverSpContext csrqrInfo_t csrqrInfo csrqrInfoHost_t csrqrInfoHost csrcholInfo_t "
        "csrcholInfo csrcholInfoHost_t csrcholInfoHost csrluInfoHost_t csrluInfoHost "
    ),
    "opmodels.libraries.cusparse.types": (
        "cusparseStatus_t CUSPARSE_STATUS_SUCCESS CUSPARSE_STATUS_NOT_INITIALIZED CUSPARSE_STATUS_ALLOC_FAILED "
        "CUSPARSE_STATUS_INVALID_VALUE CUSPARSE_STATUS_ARCH_MISMATCH CUSPARSE_STATUS_MAPPING_ERROR "
        "CUSPARSE_STATUS_EXECUTION_FAILED CUSPARSE_STATUS_INTERNAL_ERROR CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED "
        "CUSPARSE_STATUS_ZERO_PIVOT CUSPARSE_STATUS_NOT_SUPPORTED CUSPARSE_STATUS_INSUFFICIENT_RESOURCES "
        "cusparsePointerMode_t CUSPARSE_POINTER_MODE_HOST CUSPARSE_POINTER_MODE_DEVICE cusparseAction_t "
        "CUSPARSE_ACTION_SYMBOLIC CUSPARSE_ACTION_NUMERIC cusparseMatrixType_t CUSPARSE_MATRIX_TYPE_GENERAL "
        "CUSPARSE_MATRIX_TYPE_SYMMETRIC CUSPARSE_MATRIX_TYPE_HERMITIAN CUSPARSE_MATRIX_TYPE_TRIANGULAR "
        "cusparseFillMode_t CUSPARSE_FILL_MODE_LOWER CUSPARSE_FILL_MODE_UPPER cusparseDiagType_t "
        "CUSPARSE_DIAG_TYPE_NON_UNIT CUSPARSE_DIAG_TYPE_UNIT cusparseIndexBase_t CUSPARSE_INDEX_BASE_ZERO "
        "CUSPARSE_INDEX_BASE_ONE cusparseOperation_t CUSPARSE_OPERATION_NON_TRANSPOSE CUSPARSE_OPERATION_TRANSPOSE "
        "CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE cusparseDirection_t CUSPARSE_DIRECTION_ROW CUSPARSE_DIRECTION_COLUMN "
        "cusparseSolvePolicy_t CUSPARSE_SOLVE_POLICY_NO_LEVEL CUSPARSE_SOLVE_POLICY_USE_LEVEL cusparseCsr2CscAlg_t "
        "CUSPARSE_CSR2CSC_ALG_DEFAULT CUSPARSE_CSR2CSC_ALG1 cusparseFormat_t CUSPARSE_FORMAT_CSR CUSPARSE_FORMAT_CSC "
        "CUSPARSE_FORMAT_COO CUSPARSE_FORMAT_BLOCKED_ELL CUSPARSE_FORMAT_BSR CUSPARSE_FORMAT_SLICED_ELLPACK "
        "cusparseIndexType_t CUSPARSE_INDEX_16U CUSPARSE_INDEX_32I CUSPARSE_INDEX_64I cusparseOrder_t "
        "CUSPARSE_ORDER_COL CUSPARSE_ORDER_ROW cusparseSpMatAttribute_t CUSPARSE_SPMAT_FILL_MODE "
        "CUSPARSE_SPMAT_DIAG_TYPE cusparseSpMVAlg_t CUSPARSE_SPMV_ALG_DEFAULT CUSPARSE_SPMV_CSR_ALG1 "
        "CUSPARSE_SPMV_CSR_ALG2 CUSPARSE_SPMV_COO_ALG1 CUSPARSE_SPMV_COO_ALG2 CUSPARSE_SPMV_SELL_ALG1 "
        "cusparseSpMMAlg_t CUSPARSE_SPMM_ALG_DEFAULT CUSPARSE_SPMM_COO_ALG1 CUSPARSE_SPMM_COO_ALG2 "
        "CUSPARSE_SPMM_COO_ALG3 CUSPARSE_SPMM_COO_ALG4 CUSPARSE_SPMM_CSR_ALG1 CUSPARSE_SPMM_CSR_ALG2 "
        "CUSPARSE_SPMM_CSR_ALG3 CUSPARSE_SPMM_BLOCKED_ELL_ALG1 CUSPARSE_SPMM_BSR_ALG1 cusparseSpSVAlg_t "
        "CUSPARSE_SPSV_ALG_DEFAULT cusparseSpSMAlg_t CUSPARSE_SPSM_ALG_DEFAULT cusparseSDDMMAlg_t "
        "CUSPARSE_SDDMM_ALG_DEFAULT cusparseSpGEMMAlg_t CUSPARSE_SPGEMM_DEFAULT CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC "
        "CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC CUSPARSE_SPGEMM_ALG1 CUSPARSE_SPGEMM_ALG2 CUSPARSE_SPGEMM_ALG3 "
        "cusparseSparseToDenseAlg_t CUSPARSE_SPARSETODENSE_ALG_DEFAULT cusparseDenseToSparseAlg_t "
        "CUSPARSE_DENSETOSPARSE_ALG_DEFAULT cusparseHandle_t cusparseContext cusparseMatDescr_t cusparseMatDescr "
        "csrilu02Info_t csrilu02Info cusparseSpGEMMDescr_t cusparseSpGEMMDescr cusparseSpSVDescr_t cusparseSpSVDescr "
        "cusparseSpSMDescr_t cusparseSpSMDescr cusparseSpVecDescr_t cusparseSpVecDescr cusparseConstSpVecDescr_t "
        "cusparseDnVecDescr_t cusparseDnVecDescr cusparseConstDnVecDescr_t cusparseSpMatDescr_t cusparseSpMatDescr "
        "cusparseConstSpMatDescr_t cusparseDnMatDescr_t cusparseDnMatDescr cusparseConstDnMatDescr_t "
    ),
    "opmodels.libraries.data_types": (
        "cudaDataType cudaDataType_t CUDA_R_32F CUDA_R_64F CUDA_R_16F CUDA_R_8I CUDA_C_32F CUDA_C_64F CUDA_C_16F "
        "CUDA_C_8I CUDA_R_8U CUDA_C_8U CUDA_R_32I CUDA_C_32I CUDA_R_32U CUDA_C_32U CUDA_R_16BF CUDA_C_16BF CUDA_R_4I "
        "CUDA_C_4I CUDA_R_4U CUDA_C_4U CUDA_R_16I CUDA_C_16I CUDA_R_16U CUDA_C_16U CUDA_R_64I CUDA_C_64I CUDA_R_64U "
        "CUDA_C_64U CUDA_R_8F_E4M3 CUDA_R_8F_UE4M3 CUDA_R_8F_E5M2 CUDA_R_8F_UE8M0 CUDA_R_6F_E2M3 CUDA_R_6F_E3M2 "
        "CUDA_R_4F_E2M1 "
    ),
    "opmodels.libraries.driver.api": (
        "CUresult cudaError_enum CUDA_SUCCESS CUDA_ERROR_INVALID_VALUE CUDA_ERROR_OUT_OF_MEMORY "
        "CUDA_ERROR_NOT_INITIALIZED CUDA_ERROR_DEINITIALIZED CUDA_ERROR_PROFILER_DISABLED "
        "CUDA_ERROR_PROFILER_NOT_INITIALIZED CUDA_ERROR_PROFILER_ALREADY_STARTED CUDA_ERROR_PROFILER_ALREADY_STOPPED "
        "CUDA_ERROR_STUB_LIBRARY CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER CUDA_ERROR_DEVICE_UNAVAILABLE "
        "CUDA_ERROR_NO_DEVICE CUDA_ERROR_INVALID_DEVICE CUDA_ERROR_DEVICE_NOT_LICENSED CUDA_ERROR_INVALID_IMAGE "
        "CUDA_ERROR_INVALID_CONTEXT CUDA_ERROR_MAP_FAILED CUDA_ERROR_UNMAP_FAILED CUDA_ERROR_ARRAY_IS_MAPPED "
        "CUDA_ERROR_ALREADY_MAPPED CUDA_ERROR_NO_BINARY_FOR_GPU CUDA_ERROR_ALREADY_ACQUIRED CUDA_ERROR_NOT_MAPPED "
        "CUDA_ERROR_NOT_MAPPED_AS_ARRAY CUDA_ERROR_NOT_MAPPED_AS_POINTER CUDA_ERROR_ECC_UNCORRECTABLE "
        "CUDA_ERROR_UNSUPPORTED_LIMIT CUDA_ERROR_CONTEXT_ALREADY_IN_USE CUDA_ERROR_PEER_ACCESS_UNSUPPORTED "
        "CUDA_ERROR_INVALID_PTX CUDA_ERROR_INVALID_GRAPHICS_CONTEXT CUDA_ERROR_NVLINK_UNCORRECTABLE "
        "CUDA_ERROR_JIT_COMPILER_NOT_FOUND CUDA_ERROR_UNSUPPORTED_PTX_VERSION CUDA_ERROR_JIT_COMPILATION_DISABLED "
        "CUDA_ERROR_INVALID_SOURCE CUDA_ERROR_FILE_NOT_FOUND CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND "
        "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED CUDA_ERROR_OPERATING_SYSTEM CUDA_ERROR_INVALID_HANDLE "
        "CUDA_ERROR_ILLEGAL_STATE CUDA_ERROR_NOT_FOUND CUDA_ERROR_NOT_READY CUDA_ERROR_ILLEGAL_ADDRESS "
        "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES CUDA_ERROR_LAUNCH_TIMEOUT CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING "
        "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED CUDA_ERROR_PEER_ACCESS_NOT_ENABLED CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE "
        "CUDA_ERROR_CONTEXT_IS_DESTROYED CUDA_ERROR_ASSERT CUDA_ERROR_TOO_MANY_PEERS "
        "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED "
        "CUDA_ERROR_HARDWARE_STACK_ERROR CUDA_ERROR_ILLEGAL_INSTRUCTION CUDA_ERROR_MISALIGNED_ADDRESS "
        "CUDA_ERROR_INVALID_ADDRESS_SPACE CUDA_ERROR_INVALID_PC CUDA_ERROR_LAUNCH_FAILED "
        "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE CUDA_ERROR_NOT_PERMITTED CUDA_ERROR_NOT_SUPPORTED "
        "CUDA_ERROR_SYSTEM_NOT_READY CUDA_ERROR_SYSTEM_DRIVER_MISMATCH CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED "
        "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED CUDA_ERROR_STREAM_CAPTURE_MERGE CUDA_ERROR_STREAM_CAPTURE_UNMATCHED "
        "CUDA_ERROR_STREAM_CAPTURE_UNJOINED CUDA_ERROR_STREAM_CAPTURE_ISOLATION CUDA_ERROR_STREAM_CAPTURE_IMPLICIT "
        "CUDA_ERROR_CAPTURED_EVENT CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD CUDA_ERROR_TIMEOUT "
        "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC "
        "CUDA_ERROR_CONTAINED CUDA_ERROR_LOSSY_QUERY CUDA_ERROR_TENSOR_MEMORY_LEAK "
        "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE CUDA_ERROR_MPS_CONNECTION_FAILED CUDA_ERROR_MPS_RPC_FAILURE "
        "CUDA_ERROR_MPS_SERVER_NOT_READY CUDA_ERROR_MPS_MAX_CLIENTS_REACHED CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED "
        "CUDA_ERROR_MPS_CLIENT_TERMINATED CUDA_ERROR_CDP_NOT_SUPPORTED CUDA_ERROR_CDP_VERSION_MISMATCH "
        "CUDA_ERROR_EXTERNAL_DEVICE CUDA_ERROR_INVALID_CLUSTER_SIZE CUDA_ERROR_FUNCTION_NOT_LOADED "
        "CUDA_ERROR_INVALID_RESOURCE_TYPE CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION CUDA_ERROR_UNKNOWN "
        "CUDA_ERROR_CONTEXT_ALREADY_CURRENT CUDA_ERROR_KEY_ROTATION CUdeviceptr CUdevice CUcontext CUctx_st CUstream "
        "CUevent "
    ),
    "opmodels.libraries.driver.device": (
        "CUdevice_attribute CUdevice_attribute_enum CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK "
        "CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z "
        "CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z "
        "CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK "
        "CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY CU_DEVICE_ATTRIBUTE_WARP_SIZE CU_DEVICE_ATTRIBUTE_MAX_PITCH "
        "CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK "
        "CU_DEVICE_ATTRIBUTE_CLOCK_RATE CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT CU_DEVICE_ATTRIBUTE_GPU_OVERLAP "
        "CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT "
        "CU_DEVICE_ATTRIBUTE_INTEGRATED CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY CU_DEVICE_ATTRIBUTE_COMPUTE_MODE "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES "
        "CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS CU_DEVICE_ATTRIBUTE_ECC_ENABLED "
        "CU_DEVICE_ATTRIBUTE_PCI_BUS_ID CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID CU_DEVICE_ATTRIBUTE_TCC_DRIVER "
        "CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH "
        "CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR "
        "CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS "
        "CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE "
        "CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH "
        "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR "
        "CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH "
        "CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR "
        "CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY "
        "CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID "
        "CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO "
        "CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS "
        "CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM "
        "CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1 CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1 "
        "CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1 CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH "
        "CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN "
        "CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES "
        "CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST "
        "CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR "
        "CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE "
        "CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS "
        "CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES "
        "CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR "
        "CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS "
        "CU_DEVICE_ATTRIBUTE_NUMA_CONFIG CU_DEVICE_ATTRIBUTE_NUMA_ID CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_MPS_ENABLED CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH "
        "CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID "
        "CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED "
        "CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED CUexecAffinityType CUexecAffinityType_enum "
        "CU_EXEC_AFFINITY_TYPE_SM_COUNT CU_EXEC_AFFINITY_TYPE_MAX CUcigDataType CUcigDataType_enum "
        "CIG_DATA_TYPE_D3D12_COMMAND_QUEUE CIG_DATA_TYPE_NV_BLOB CUexecAffinitySmCount CUexecAffinityParam "
        "CUctxCigParam CUctxCreateParams "
    ),
    "opmodels.libraries.driver.modules": (
        "CUmodule CUmod_st CUfunction CUfunc_st CUlibrary CUlib_st CUkernel CUkern_st CUfunction_attribute "
        "CUfunction_attribute_enum CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES "
        "CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES CU_FUNC_ATTRIBUTE_NUM_REGS "
        "CU_FUNC_ATTRIBUTE_PTX_VERSION CU_FUNC_ATTRIBUTE_BINARY_VERSION CU_FUNC_ATTRIBUTE_CACHE_MODE_CA "
        "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT "
        "CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH "
        "CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH "
        "CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE "
        "CU_FUNC_ATTRIBUTE_MAX CUjit_option CUjit_option_enum CU_JIT_MAX_REGISTERS CU_JIT_THREADS_PER_BLOCK "
        "CU_JIT_WALL_TIME CU_JIT_INFO_LOG_BUFFER CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES CU_JIT_ERROR_LOG_BUFFER "
        "CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES CU_JIT_OPTIMIZATION_LEVEL CU_JIT_TARGET_FROM_CUCONTEXT CU_JIT_TARGET "
        "CU_JIT_FALLBACK_STRATEGY CU_JIT_GENERATE_DEBUG_INFO CU_JIT_LOG_VERBOSE CU_JIT_GENERATE_LINE_INFO "
        "CU_JIT_CACHE_MODE CU_JIT_NEW_SM3X_OPT CU_JIT_FAST_COMPILE CU_JIT_GLOBAL_SYMBOL_NAMES "
        "CU_JIT_GLOBAL_SYMBOL_ADDRESSES CU_JIT_GLOBAL_SYMBOL_COUNT CU_JIT_LTO CU_JIT_FTZ CU_JIT_PREC_DIV "
        "CU_JIT_PREC_SQRT CU_JIT_FMA CU_JIT_REFERENCED_KERNEL_NAMES CU_JIT_REFERENCED_KERNEL_COUNT "
        "CU_JIT_REFERENCED_VARIABLE_NAMES CU_JIT_REFERENCED_VARIABLE_COUNT CU_JIT_OPTIMIZE_UNUSED_DEVICE_VARIABLES "
        "CU_JIT_POSITION_INDEPENDENT_CODE CU_JIT_MIN_CTA_PER_SM CU_JIT_MAX_THREADS_PER_BLOCK "
        "CU_JIT_OVERRIDE_DIRECTIVE_VALUES CU_JIT_SPLIT_COMPILE CUfunc_cache CUfunc_cache_enum "
        "CU_FUNC_CACHE_PREFER_NONE CU_FUNC_CACHE_PREFER_SHARED CU_FUNC_CACHE_PREFER_L1 CU_FUNC_CACHE_PREFER_EQUAL "
        "CUlibraryOption CUlibraryOption_enum CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE "
        "CU_LIBRARY_BINARY_IS_PRESERVED CU_LIBRARY_NUM_OPTIONS "
    ),
    "opmodels.libraries.nvrtc": (
        "nvrtcResult NVRTC_SUCCESS NVRTC_ERROR_OUT_OF_MEMORY NVRTC_ERROR_PROGRAM_CREATION_FAILURE "
        "NVRTC_ERROR_INVALID_INPUT NVRTC_ERROR_INVALID_PROGRAM NVRTC_ERROR_INVALID_OPTION NVRTC_ERROR_COMPILATION "
        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION "
        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID "
        "NVRTC_ERROR_INTERNAL_ERROR NVRTC_ERROR_TIME_FILE_WRITE_FAILED NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED "
        "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED NVRTC_ERROR_PCH_CREATE NVRTC_ERROR_CANCELLED "
        "NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED nvrtcProgram _nvrtcProgram "
    ),
    "opmodels.libraries.nvtx": (
        "nvtxRangeId_t nvtxDomainHandle_t nvtxDomainRegistration nvtxStringHandle_t nvtxStringRegistration "
        "nvtxColorType_t NVTX_COLOR_UNKNOWN NVTX_COLOR_ARGB nvtxMessageType_t NVTX_MESSAGE_UNKNOWN "
        "NVTX_MESSAGE_TYPE_ASCII NVTX_MESSAGE_TYPE_UNICODE NVTX_MESSAGE_TYPE_REGISTERED nvtxPayloadType_t "
        "NVTX_PAYLOAD_UNKNOWN NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 NVTX_PAYLOAD_TYPE_INT64 NVTX_PAYLOAD_TYPE_DOUBLE "
        "nvtxMessageValue_t nvtxEventAttributes_t nvtxEventAttributes_v2 "
    ),
    "opmodels.runtime.array": (
        "cudaArray cudaArray_t cudaArray_const_t "
    ),
    "opmodels.runtime.channel_format": (
        "cudaChannelFormatKind cudaChannelFormatKindSigned cudaChannelFormatKindUnsigned cudaChannelFormatKindFloat "
        "cudaChannelFormatKindNone cudaChannelFormatKindNV12 cudaChannelFormatKindUnsignedNormalized8X1 "
        "cudaChannelFormatKindUnsignedNormalized8X2 cudaChannelFormatKindUnsignedNormalized8X4 "
        "cudaChannelFormatKindUnsignedNormalized16X1 cudaChannelFormatKindUnsignedNormalized16X2 "
        "cudaChannelFormatKindUnsignedNormalized16X4 cudaChannelFormatKindSignedNormalized8X1 "
        "cudaChannelFormatKindSignedNormalized8X2 cudaChannelFormatKindSignedNormalized8X4 "
        "cudaChannelFormatKindSignedNormalized16X1 cudaChannelFormatKindSignedNormalized16X2 "
        "cudaChannelFormatKindSignedNormalized16X4 cudaChannelFormatKindUnsignedBlockCompressed1 "
        "cudaChannelFormatKindUnsignedBlockCompressed1SRGB cudaChannelFormatKindUnsignedBlockCompressed2 "
        "cudaChannelFormatKindUnsignedBlockCompressed2SRGB cudaChannelFormatKindUnsignedBlockCompressed3 "
        "cudaChannelFormatKindUnsignedBlockCompressed3SRGB cudaChannelFormatKindUnsignedBlockCompressed4 "
        "cudaChannelFormatKindSignedBlockCompressed4 cudaChannelFormatKindUnsignedBlockCompressed5 "
        "cudaChannelFormatKindSignedBlockCompressed5 cudaChannelFormatKindUnsignedBlockCompressed6H "
        "cudaChannelFormatKindSignedBlockCompressed6H cudaChannelFormatKindUnsignedBlockCompressed7 "
        "cudaChannelFormatKindUnsignedBlockCompressed7SRGB cudaChannelFormatKindUnsignedNormalized1010102 "
        "cudaChannelFormatDesc "
    ),
    "opmodels.runtime.copy_direction": (
        "cudaMemcpyKind cudaMemcpyHostToHost cudaMemcpyHostToDevice cudaMemcpyDeviceToHost cudaMemcpyDeviceToDevice "
        "cudaMemcpyDefault "
    ),
    "opmodels.runtime.device": (
        "cudaComputeMode cudaComputeModeDefault cudaComputeModeExclusive cudaComputeModeProhibited "
        "cudaComputeModeExclusiveProcess "
    ),
    "opmodels.runtime.device_attributes": (
        "cudaDeviceAttr cudaDevAttrMaxThreadsPerBlock cudaDevAttrMaxBlockDimX cudaDevAttrMaxBlockDimY "
        "cudaDevAttrMaxBlockDimZ cudaDevAttrMaxGridDimX cudaDevAttrMaxGridDimY cudaDevAttrMaxGridDimZ "
        "cudaDevAttrMaxSharedMemoryPerBlock cudaDevAttrTotalConstantMemory cudaDevAttrWarpSize cudaDevAttrMaxPitch "
        "cudaDevAttrMaxRegistersPerBlock cudaDevAttrClockRate cudaDevAttrTextureAlignment cudaDevAttrGpuOverlap "
        "cudaDevAttrMultiProcessorCount cudaDevAttrKernelExecTimeout cudaDevAttrIntegrated cudaDevAttrCanMapHostMemory "
        "cudaDevAttrComputeMode cudaDevAttrMaxTexture1DWidth cudaDevAttrMaxTexture2DWidth "
        "cudaDevAttrMaxTexture2DHeight cudaDevAttrMaxTexture3DWidth cudaDevAttrMaxTexture3DHeight "
        "cudaDevAttrMaxTexture3DDepth cudaDevAttrMaxTexture2DLayeredWidth cudaDevAttrMaxTexture2DLayeredHeight "
        "cudaDevAttrMaxTexture2DLayeredLayers cudaDevAttrSurfaceAlignment cudaDevAttrConcurrentKernels "
        "cudaDevAttrEccEnabled cudaDevAttrPciBusId cudaDevAttrPciDeviceId cudaDevAttrTccDriver "
        "cudaDevAttrMemoryClockRate cudaDevAttrGlobalMemoryBusWidth cudaDevAttrL2CacheSize "
        "cudaDevAttrMaxThreadsPerMultiProcessor cudaDevAttrAsyncEngineCount cudaDevAttrUnifiedAddressing "
        "cudaDevAttrMaxTexture1DLayeredWidth cudaDevAttrMaxTexture1DLayeredLayers cudaDevAttrMaxTexture2DGatherWidth "
        "cudaDevAttrMaxTexture2DGatherHeight cudaDevAttrMaxTexture3DWidthAlt cudaDevAttrMaxTexture3DHeightAlt "
        "cudaDevAttrMaxTexture3DDepthAlt cudaDevAttrPciDomainId cudaDevAttrTexturePitchAlignment "
        "cudaDevAttrMaxTextureCubemapWidth cudaDevAttrMaxTextureCubemapLayeredWidth "
        "cudaDevAttrMaxTextureCubemapLayeredLayers cudaDevAttrMaxSurface1DWidth cudaDevAttrMaxSurface2DWidth "
        "cudaDevAttrMaxSurface2DHeight cudaDevAttrMaxSurface3DWidth cudaDevAttrMaxSurface3DHeight "
        "cudaDevAttrMaxSurface3DDepth cudaDevAttrMaxSurface1DLayeredWidth cudaDevAttrMaxSurface1DLayeredLayers "
        "cudaDevAttrMaxSurface2DLayeredWidth cudaDevAttrMaxSurface2DLayeredHeight cudaDevAttrMaxSurface2DLayeredLayers "
        "cudaDevAttrMaxSurfaceCubemapWidth cudaDevAttrMaxSurfaceCubemapLayeredWidth "
        "cudaDevAttrMaxSurfaceCubemapLayeredLayers cudaDevAttrMaxTexture1DLinearWidth "
        "cudaDevAttrMaxTexture2DLinearWidth cudaDevAttrMaxTexture2DLinearHeight cudaDevAttrMaxTexture2DLinearPitch "
        "cudaDevAttrMaxTexture2DMipmappedWidth cudaDevAttrMaxTexture2DMipmappedHeight "
        "cudaDevAttrComputeCapabilityMajor cudaDevAttrComputeCapabilityMinor cudaDevAttrMaxTexture1DMipmappedWidth "
        "cudaDevAttrStreamPrioritiesSupported cudaDevAttrGlobalL1CacheSupported cudaDevAttrLocalL1CacheSupported "
        "cudaDevAttrMaxSharedMemoryPerMultiprocessor cudaDevAttrMaxRegistersPerMultiprocessor cudaDevAttrManagedMemory "
        "cudaDevAttrIsMultiGpuBoard cudaDevAttrMultiGpuBoardGroupID cudaDevAttrHostNativeAtomicSupported "
        "cudaDevAttrSingleToDoublePrecisionPerfRatio cudaDevAttrPageableMemoryAccess "
        "cudaDevAttrConcurrentManagedAccess cudaDevAttrComputePreemptionSupported "
        "cudaDevAttrCanUseHostPointerForRegisteredMem cudaDevAttrCooperativeLaunch "
        "cudaDevAttrCooperativeMultiDeviceLaunch cudaDevAttrMaxSharedMemoryPerBlockOptin "
        "cudaDevAttrHostRegisterSupported cudaDevAttrPageableMemoryAccessUsesHostPageTables "
        "cudaDevAttrDirectManagedMemAccessFromHost cudaDevAttrMaxBlocksPerMultiprocessor "
        "cudaDevAttrMaxPersistingL2CacheSize cudaDevAttrMaxAccessPolicyWindowSize "
        "cudaDevAttrReservedSharedMemoryPerBlock cudaDevAttrSparseCudaArraySupported cudaDevAttrMemoryPoolsSupported "
        "cudaDevAttrMemoryPoolSupportedHandleTypes cudaDevAttrClusterLaunch cudaDevAttrCanFlushRemoteWrites "
        "cudaDevAttrHostRegisterReadOnlySupported cudaDevAttrTimelineSemaphoreInteropSupported "
        "cudaDevAttrGPUDirectRDMASupported cudaDevAttrGPUDirectRDMAFlushWritesOptions "
        "cudaDevAttrGPUDirectRDMAWritesOrdering cudaDevAttrDeferredMappingCudaArraySupported "
        "cudaDevAttrIpcEventSupport cudaDevAttrMemSyncDomainCount cudaDevAttrNumaConfig cudaDevAttrNumaId "
        "cudaDevAttrMpsEnabled cudaDevAttrHostNumaId cudaDevAttrD3D12CigSupported cudaDevAttrVulkanCigSupported "
        "cudaDevAttrGpuPciDeviceId cudaDevAttrGpuPciSubsystemId cudaDevAttrHostNumaMemoryPoolsSupported "
        "cudaDevAttrHostNumaMultinodeIpcSupported cudaDevAttrHostMemoryPoolsSupported "
        "cudaDevAttrOnlyPartialHostNativeAtomicSupported "
    ),
    "opmodels.runtime.device_properties": (
        "cudaUUID_t CUuuid_st cudaDeviceProp "
    ),
    "opmodels.runtime.device_settings": (
        "cudaLimit cudaLimitStackSize cudaLimitPrintfFifoSize cudaLimitMallocHeapSize cudaLimitDevRuntimeSyncDepth "
        "cudaLimitDevRuntimePendingLaunchCount cudaLimitMaxL2FetchGranularity cudaLimitPersistingL2CacheSize "
        "cudaFuncCache cudaFuncCachePreferNone cudaFuncCachePreferShared cudaFuncCachePreferL1 "
        "cudaFuncCachePreferEqual cudaSharedMemConfig cudaSharedMemBankSizeDefault cudaSharedMemBankSizeFourByte "
        "cudaSharedMemBankSizeEightByte "
    ),
    "opmodels.runtime.error_codes": (
        "cudaError_t cudaError cudaSuccess cudaErrorInvalidValue cudaErrorMemoryAllocation "
        "cudaErrorInitializationError cudaErrorCudartUnloading cudaErrorProfilerDisabled "
        "cudaErrorProfilerNotInitialized cudaErrorProfilerAlreadyStarted cudaErrorProfilerAlreadyStopped "
        "cudaErrorInvalidConfiguration cudaErrorInvalidPitchValue cudaErrorInvalidSymbol cudaErrorInvalidHostPointer "
        "cudaErrorInvalidDevicePointer cudaErrorInvalidTexture cudaErrorInvalidTextureBinding "
        "cudaErrorInvalidChannelDescriptor cudaErrorInvalidMemcpyDirection cudaErrorAddressOfConstant "
        "cudaErrorTextureFetchFailed cudaErrorTextureNotBound cudaErrorSynchronizationError "
        "cudaErrorInvalidFilterSetting cudaErrorInvalidNormSetting cudaErrorMixedDeviceExecution "
        "cudaErrorNotYetImplemented cudaErrorMemoryValueTooLarge cudaErrorStubLibrary cudaErrorInsufficientDriver "
        "cudaErrorCallRequiresNewerDriver cudaErrorInvalidSurface cudaErrorDuplicateVariableName "
        "cudaErrorDuplicateTextureName cudaErrorDuplicateSurfaceName cudaErrorDevicesUnavailable "
        "cudaErrorIncompatibleDriverContext cudaErrorMissingConfiguration cudaErrorPriorLaunchFailure "
        "cudaErrorLaunchMaxDepthExceeded cudaErrorLaunchFileScopedTex cudaErrorLaunchFileScopedSurf "
        "cudaErrorSyncDepthExceeded cudaErrorLaunchPendingCountExceeded cudaErrorInvalidDeviceFunction "
        "cudaErrorNoDevice cudaErrorInvalidDevice cudaErrorDeviceNotLicensed cudaErrorSoftwareValidityNotEstablished "
        "cudaErrorStartupFailure cudaErrorInvalidKernelImage cudaErrorDeviceUninitialized "
        "cudaErrorMapBufferObjectFailed cudaErrorUnmapBufferObjectFailed cudaErrorArrayIsMapped cudaErrorAlreadyMapped "
        "cudaErrorNoKernelImageForDevice cudaErrorAlreadyAcquired cudaErrorNotMapped cudaErrorNotMappedAsArray "
        "cudaErrorNotMappedAsPointer cudaErrorECCUncorrectable cudaErrorUnsupportedLimit cudaErrorDeviceAlreadyInUse "
        "cudaErrorPeerAccessUnsupported cudaErrorInvalidPtx cudaErrorInvalidGraphicsContext "
        "cudaErrorNvlinkUncorrectable cudaErrorJitCompilerNotFound cudaErrorUnsupportedPtxVersion "
        "cudaErrorJitCompilationDisabled cudaErrorUnsupportedExecAffinity cudaErrorUnsupportedDevSideSync "
        "cudaErrorContained cudaErrorInvalidSource cudaErrorFileNotFound cudaErrorSharedObjectSymbolNotFound "
        "cudaErrorSharedObjectInitFailed cudaErrorOperatingSystem cudaErrorInvalidResourceHandle cudaErrorIllegalState "
        "cudaErrorLossyQuery cudaErrorSymbolNotFound cudaErrorNotReady cudaErrorIllegalAddress "
        "cudaErrorLaunchOutOfResources cudaErrorLaunchTimeout cudaErrorLaunchIncompatibleTexturing "
        "cudaErrorPeerAccessAlreadyEnabled cudaErrorPeerAccessNotEnabled cudaErrorSetOnActiveProcess "
        "cudaErrorContextIsDestroyed cudaErrorAssert cudaErrorTooManyPeers cudaErrorHostMemoryAlreadyRegistered "
        "cudaErrorHostMemoryNotRegistered cudaErrorHardwareStackError cudaErrorIllegalInstruction "
        "cudaErrorMisalignedAddress cudaErrorInvalidAddressSpace cudaErrorInvalidPc cudaErrorLaunchFailure "
        "cudaErrorCooperativeLaunchTooLarge cudaErrorTensorMemoryLeak cudaErrorNotPermitted cudaErrorNotSupported "
        "cudaErrorSystemNotReady cudaErrorSystemDriverMismatch cudaErrorCompatNotSupportedOnDevice "
        "cudaErrorMpsConnectionFailed cudaErrorMpsRpcFailure cudaErrorMpsServerNotReady cudaErrorMpsMaxClientsReached "
        "cudaErrorMpsMaxConnectionsReached cudaErrorMpsClientTerminated cudaErrorCdpNotSupported "
        "cudaErrorCdpVersionMismatch cudaErrorStreamCaptureUnsupported cudaErrorStreamCaptureInvalidated "
        "cudaErrorStreamCaptureMerge cudaErrorStreamCaptureUnmatched cudaErrorStreamCaptureUnjoined "
        "cudaErrorStreamCaptureIsolation cudaErrorStreamCaptureImplicit cudaErrorCapturedEvent "
        "cudaErrorStreamCaptureWrongThread cudaErrorTimeout cudaErrorGraphExecUpdateFailure cudaErrorExternalDevice "
        "cudaErrorInvalidClusterSize cudaErrorFunctionNotLoaded cudaErrorInvalidResourceType "
        "cudaErrorInvalidResourceConfiguration cudaErrorUnknown cudaErrorApiFailureBase "
    ),
    "opmodels.runtime.event": (
        "cudaEvent_t CUevent_st "
    ),
    "opmodels.runtime.extent": (
        "cudaExtent cudaPos cudaPitchedPtr "
    ),
    "opmodels.runtime.function_attributes": (
        "cudaFuncAttribute cudaFuncAttributeMaxDynamicSharedMemorySize cudaFuncAttributePreferredSharedMemoryCarveout "
        "cudaFuncAttributeClusterDimMustBeSet cudaFuncAttributeRequiredClusterWidth "
        "cudaFuncAttributeRequiredClusterHeight cudaFuncAttributeRequiredClusterDepth "
        "cudaFuncAttributeNonPortableClusterSizeAllowed cudaFuncAttributeClusterSchedulingPolicyPreference "
        "cudaFuncAttributeMax cudaSharedCarveout cudaSharedmemCarveoutDefault cudaSharedmemCarveoutMaxL1 "
        "cudaSharedmemCarveoutMaxShared cudaFuncAttributes "
    ),
    "opmodels.runtime.graph": (
        "cudaGraph_t CUgraph_st cudaGraphExec_t CUgraphExec_st cudaGraphNode_t CUgraphNode_st cudaStreamCaptureMode "
        "cudaStreamCaptureModeGlobal cudaStreamCaptureModeThreadLocal cudaStreamCaptureModeRelaxed "
        "cudaStreamCaptureStatus cudaStreamCaptureStatusNone cudaStreamCaptureStatusActive "
        "cudaStreamCaptureStatusInvalidated cudaGraphConditionalHandle "
    ),
    "opmodels.runtime.graph_node": (
        "cudaMemsetParams cudaHostNodeParams cudaKernelNodeParams cudaGraphExecUpdateResult cudaGraphExecUpdateSuccess "
        "cudaGraphExecUpdateError cudaGraphExecUpdateErrorTopologyChanged cudaGraphExecUpdateErrorNodeTypeChanged "
        "cudaGraphExecUpdateErrorFunctionChanged cudaGraphExecUpdateErrorParametersChanged "
        "cudaGraphExecUpdateErrorNotSupported cudaGraphExecUpdateErrorUnsupportedFunctionChange "
        "cudaGraphExecUpdateErrorAttributesChanged cudaGraphExecUpdateResultInfo cudaGraphExecUpdateResultInfo_st "
    ),
    "opmodels.runtime.managed_advice": (
        "cudaMemoryAdvise cudaMemAdviseSetReadMostly cudaMemAdviseUnsetReadMostly cudaMemAdviseSetPreferredLocation "
        "cudaMemAdviseUnsetPreferredLocation cudaMemAdviseSetAccessedBy cudaMemAdviseUnsetAccessedBy "
        "cudaMemRangeAttribute cudaMemRangeAttributeReadMostly cudaMemRangeAttributePreferredLocation "
        "cudaMemRangeAttributeAccessedBy cudaMemRangeAttributeLastPrefetchLocation "
        "cudaMemRangeAttributePreferredLocationType cudaMemRangeAttributePreferredLocationId "
        "cudaMemRangeAttributeLastPrefetchLocationType cudaMemRangeAttributeLastPrefetchLocationId "
    ),
    "opmodels.runtime.peer": (
        "cudaDeviceP2PAttr cudaDevP2PAttrPerformanceRank cudaDevP2PAttrAccessSupported "
        "cudaDevP2PAttrNativeAtomicSupported cudaDevP2PAttrCudaArrayAccessSupported "
        "cudaDevP2PAttrOnlyPartialNativeAtomicSupported "
    ),
    "opmodels.runtime.pointer_attributes": (
        "cudaMemoryType cudaMemoryTypeUnregistered cudaMemoryTypeHost cudaMemoryTypeDevice cudaMemoryTypeManaged "
        "cudaPointerAttributes "
    ),
    "opmodels.runtime.pool": (
        "cudaMemPool_t CUmemPoolHandle_st cudaMemPoolAttr cudaMemPoolReuseFollowEventDependencies "
        "cudaMemPoolReuseAllowOpportunistic cudaMemPoolReuseAllowInternalDependencies cudaMemPoolAttrReleaseThreshold "
        "cudaMemPoolAttrReservedMemCurrent cudaMemPoolAttrReservedMemHigh cudaMemPoolAttrUsedMemCurrent "
        "cudaMemPoolAttrUsedMemHigh cudaMemAllocationType cudaMemAllocationTypeInvalid cudaMemAllocationTypePinned "
        "cudaMemAllocationTypeManaged cudaMemAllocationTypeMax cudaMemAllocationHandleType cudaMemHandleTypeNone "
        "cudaMemHandleTypePosixFileDescriptor cudaMemHandleTypeWin32 cudaMemHandleTypeWin32Kmt cudaMemHandleTypeFabric "
        "cudaMemLocationType cudaMemLocationTypeInvalid cudaMemLocationTypeNone cudaMemLocationTypeDevice "
        "cudaMemLocationTypeHost cudaMemLocationTypeHostNuma cudaMemLocationTypeHostNumaCurrent cudaMemAccessFlags "
        "cudaMemAccessFlagsProtNone cudaMemAccessFlagsProtRead cudaMemAccessFlagsProtReadWrite cudaMemLocation "
        "cudaMemAccessDesc cudaMemPoolProps "
    ),
    "opmodels.runtime.sample_timers": (
        "StopWatchInterface "
    ),
    "opmodels.runtime.stream": (
        "cudaStream_t CUstream_st cudaHostFn_t cudaStreamCallback_t "
    ),
    "opmodels.runtime.texture_types": (
        "cudaResourceType cudaResourceTypeArray cudaResourceTypeMipmappedArray cudaResourceTypeLinear "
        "cudaResourceTypePitch2D cudaTextureAddressMode cudaAddressModeWrap cudaAddressModeClamp cudaAddressModeMirror "
        "cudaAddressModeBorder cudaTextureFilterMode cudaFilterModePoint cudaFilterModeLinear cudaTextureReadMode "
        "cudaReadModeElementType cudaReadModeNormalizedFloat cudaSurfaceBoundaryMode cudaBoundaryModeZero "
        "cudaBoundaryModeClamp cudaBoundaryModeTrap cudaTextureObject_t cudaSurfaceObject_t cudaResourceDesc "
        "cudaTextureDesc cudaResourceViewFormat cudaResViewFormatNone cudaResViewFormatUnsignedChar1 "
        "cudaResViewFormatUnsignedChar2 cudaResViewFormatUnsignedChar4 cudaResViewFormatSignedChar1 "
        "cudaResViewFormatSignedChar2 cudaResViewFormatSignedChar4 cudaResViewFormatUnsignedShort1 "
        "cudaResViewFormatUnsignedShort2 cudaResViewFormatUnsignedShort4 cudaResViewFormatSignedShort1 "
        "cudaResViewFormatSignedShort2 cudaResViewFormatSignedShort4 cudaResViewFormatUnsignedInt1 "
        "cudaResViewFormatUnsignedInt2 cudaResViewFormatUnsignedInt4 cudaResViewFormatSignedInt1 "
        "cudaResViewFormatSignedInt2 cudaResViewFormatSignedInt4 cudaResViewFormatHalf1 cudaResViewFormatHalf2 "
        "cudaResViewFormatHalf4 cudaResViewFormatFloat1 cudaResViewFormatFloat2 cudaResViewFormatFloat4 "
        "cudaResViewFormatUnsignedBlockCompressed1 cudaResViewFormatUnsignedBlockCompressed2 "
        "cudaResViewFormatUnsignedBlockCompressed3 cudaResViewFormatUnsignedBlockCompressed4 "
        "cudaResViewFormatSignedBlockCompressed4 cudaResViewFormatUnsignedBlockCompressed5 "
        "cudaResViewFormatSignedBlockCompressed5 cudaResViewFormatUnsignedBlockCompressed6H "
        "cudaResViewFormatSignedBlockCompressed6H cudaResViewFormatUnsignedBlockCompressed7 cudaResourceViewDesc "
    ),
    "opmodels.runtime.transfer_3d": (
        "cudaMemcpy3DParms cudaMemcpy3DPeerParms "
    ),
    "opmodels.runtime.vector_types": (
        "char1 char2 char3 char4 uchar1 uchar2 uchar3 uchar4 short1 short2 short3 short4 ushort1 ushort2 ushort3 "
        "ushort4 int1 int2 int3 int4 uint1 uint2 uint3 uint4 long1 long2 long3 long4 ulong1 ulong2 ulong3 ulong4 "
        "longlong1 longlong2 longlong3 longlong4 ulonglong1 ulonglong2 ulonglong3 ulonglong4 float1 float2 float3 "
        "float4 double1 double2 double3 double4 dim3 "
    ),
}
MACROS: dict[str, str] = {
    "opmodels.libc.assertion": (
        "assert "
    ),
    "opmodels.libc.clock": (
        "CLOCKS_PER_SEC CLOCK_REALTIME CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID CLOCK_THREAD_CPUTIME_ID "
        "CLOCK_MONOTONIC_RAW TIME_UTC "
    ),
    "opmodels.libc.descriptors": (
        "O_RDONLY O_WRONLY O_RDWR O_CREAT O_EXCL O_TRUNC O_APPEND O_NONBLOCK O_CLOEXEC O_SYNC O_DIRECTORY S_IRUSR "
        "S_IWUSR S_IXUSR S_IRWXU S_IRGRP S_IWGRP S_IXGRP S_IRWXG S_IROTH S_IWOTH S_IXOTH S_IRWXO "
    ),
    "opmodels.libc.error_number": (
        "errno EPERM ENOENT EINTR EIO EBADF EAGAIN ENOMEM EACCES EBUSY EEXIST ENOTDIR EISDIR EINVAL ENFILE EMFILE "
        "EFBIG ENOSPC ESPIPE EROFS EPIPE EDOM ERANGE ENAMETOOLONG ENOTEMPTY "
    ),
    "opmodels.libc.file_status": (
        "st_atime st_mtime st_ctime S_IFMT S_IFREG S_ISREG S_IFDIR S_ISDIR S_IFCHR S_ISCHR S_IFLNK S_ISLNK "
    ),
    "opmodels.libc.float_limits": (
        "FLT_RADIX FLT_EVAL_METHOD DECIMAL_DIG FLT_ROUNDS FLT_MANT_DIG FLT_DIG FLT_DECIMAL_DIG FLT_MIN_EXP FLT_MAX_EXP "
        "FLT_MIN_10_EXP FLT_MAX_10_EXP FLT_MAX FLT_MIN FLT_EPSILON FLT_TRUE_MIN DBL_MANT_DIG DBL_DIG DBL_DECIMAL_DIG "
        "DBL_MIN_EXP DBL_MAX_EXP DBL_MIN_10_EXP DBL_MAX_10_EXP DBL_MAX DBL_MIN DBL_EPSILON DBL_TRUE_MIN "
    ),
    "opmodels.libc.folders": (
        "DT_UNKNOWN DT_DIR DT_REG "
    ),
    "opmodels.libc.gamma_sign": (
        "signgam "
    ),
    "opmodels.libc.headers": (
        "va_start va_arg va_copy va_end "
    ),
    "opmodels.libc.host_facts": (
        "RUSAGE_SELF RUSAGE_CHILDREN "
    ),
    "opmodels.libc.memory_map": (
        "PROT_NONE PROT_READ PROT_WRITE PROT_EXEC MAP_SHARED MAP_PRIVATE MAP_FIXED MAP_ANONYMOUS MAP_ANON MAP_POPULATE "
        "MAP_NORESERVE MADV_NORMAL MADV_RANDOM MADV_SEQUENTIAL MADV_WILLNEED MAP_FAILED "
    ),
    "opmodels.libc.process": (
        "EXIT_SUCCESS EXIT_FAILURE "
    ),
    "opmodels.libc.random_numbers": (
        "RAND_MAX "
    ),
    "opmodels.libc.standard_types": (
        "INT8_MIN INT8_MAX UINT8_MAX INT_LEAST8_MIN INT_LEAST8_MAX UINT_LEAST8_MAX INT_FAST8_MIN INT_FAST8_MAX "
        "UINT_FAST8_MAX INT16_MIN INT16_MAX UINT16_MAX INT_LEAST16_MIN INT_LEAST16_MAX UINT_LEAST16_MAX INT_FAST16_MIN "
        "INT_FAST16_MAX UINT_FAST16_MAX INT32_MIN INT32_MAX UINT32_MAX INT_LEAST32_MIN INT_LEAST32_MAX "
        "UINT_LEAST32_MAX INT_FAST32_MIN INT_FAST32_MAX UINT_FAST32_MAX INT64_MIN INT64_MAX UINT64_MAX INT_LEAST64_MIN "
        "INT_LEAST64_MAX UINT_LEAST64_MAX INT_FAST64_MIN INT_FAST64_MAX UINT_FAST64_MAX INTPTR_MIN INTPTR_MAX "
        "UINTPTR_MAX INTMAX_MIN INTMAX_MAX UINTMAX_MAX SCHAR_MIN SCHAR_MAX UCHAR_MAX SHRT_MIN SHRT_MAX USHRT_MAX "
        "INT_MIN INT_MAX UINT_MAX LONG_MIN LONG_MAX ULONG_MAX LLONG_MIN LLONG_MAX ULLONG_MAX PTRDIFF_MIN PTRDIFF_MAX "
        "SIZE_MAX SSIZE_MAX CHAR_BIT CHAR_MIN CHAR_MAX LONG_LONG_MIN LONG_LONG_MAX PATH_MAX PRId8 PRIdLEAST8 PRIdFAST8 "
        "SCNd8 PRIi8 PRIiLEAST8 PRIiFAST8 SCNi8 PRIo8 PRIoLEAST8 PRIoFAST8 SCNo8 PRIu8 PRIuLEAST8 PRIuFAST8 SCNu8 "
        "PRIx8 PRIxLEAST8 PRIxFAST8 SCNx8 PRIX8 PRIXLEAST8 PRIXFAST8 PRId16 PRIdLEAST16 PRIdFAST16 SCNd16 PRIi16 "
        "PRIiLEAST16 PRIiFAST16 SCNi16 PRIo16 PRIoLEAST16 PRIoFAST16 SCNo16 PRIu16 PRIuLEAST16 PRIuFAST16 SCNu16 "
        "PRIx16 PRIxLEAST16 PRIxFAST16 SCNx16 PRIX16 PRIXLEAST16 PRIXFAST16 PRId32 PRIdLEAST32 PRIdFAST32 SCNd32 "
        "PRIi32 PRIiLEAST32 PRIiFAST32 SCNi32 PRIo32 PRIoLEAST32 PRIoFAST32 SCNo32 PRIu32 PRIuLEAST32 PRIuFAST32 "
        "SCNu32 PRIx32 PRIxLEAST32 PRIxFAST32 SCNx32 PRIX32 PRIXLEAST32 PRIXFAST32 PRId64 PRIdLEAST64 PRIdFAST64 "
        "SCNd64 PRIi64 PRIiLEAST64 PRIiFAST64 SCNi64 PRIo64 PRIoLEAST64 PRIoFAST64 SCNo64 PRIu64 PRIuLEAST64 "
        "PRIuFAST64 SCNu64 PRIx64 PRIxLEAST64 PRIxFAST64 SCNx64 PRIX64 PRIXLEAST64 PRIXFAST64 PRIdMAX PRIdPTR PRIiMAX "
        "PRIiPTR PRIoMAX PRIoPTR PRIuMAX PRIuPTR PRIxMAX PRIxPTR PRIXMAX PRIXPTR INT8_C UINT8_C INT16_C UINT16_C "
        "INT32_C UINT32_C INT64_C UINT64_C INTMAX_C UINTMAX_C NULL "
    ),
    "opmodels.libc.stream": (
        "stdin stdout stderr EOF BUFSIZ FILENAME_MAX SEEK_SET SEEK_CUR SEEK_END F_OK X_OK W_OK R_OK _IONBF _IOLBF "
        "_IOFBF "
    ),
    "opmodels.libc.unistd": (
        "STDIN_FILENO STDOUT_FILENO STDERR_FILENO _SC_NPROCESSORS_ONLN _SC_PAGESIZE "
    ),
    "opmodels.libraries.complex_numbers": (
        "cuCrealf cuCimagf cuCreal cuCimag make_cuComplex make_cuFloatComplex make_cuDoubleComplex "
    ),
    "opmodels.libraries.cublas.handle": (
        "cublasCreate_v2 cublasDestroy_v2 cublasSetStream_v2 cublasGetStream_v2 cublasSetPointerMode_v2 "
        "cublasGetPointerMode_v2 cublasGetVersion_v2 "
    ),
    "opmodels.libraries.cublas.matrix_matrix": (
        "cublasSgemm_v2 cublasDgemm_v2 cublasCgemm_v2 cublasZgemm_v2 cublasSgemmStridedBatched_v2 "
        "cublasDgemmStridedBatched_v2 cublasCgemmStridedBatched_v2 cublasZgemmStridedBatched_v2 cublasSgemmBatched_v2 "
        "cublasDgemmBatched_v2 cublasCgemmBatched_v2 cublasZgemmBatched_v2 cublasSgeam_v2 cublasDgeam_v2 "
        "cublasCgeam_v2 cublasZgeam_v2 "
    ),
    "opmodels.libraries.cublas.matrix_vector": (
        "cublasSgemv_v2 cublasDgemv_v2 cublasCgemv_v2 cublasZgemv_v2 cublasSger_v2 cublasDger_v2 cublasCgeru_v2 "
        "cublasZgeru_v2 cublasCgerc_v2 cublasZgerc_v2 "
    ),
    "opmodels.libraries.cublas.reduction": (
        "cublasSdot_v2 cublasDdot_v2 cublasCdotu_v2 cublasZdotu_v2 cublasCdotc_v2 cublasZdotc_v2 cublasSnrm2_v2 "
        "cublasSasum_v2 cublasIsamax_v2 cublasIsamin_v2 cublasDnrm2_v2 cublasDasum_v2 cublasIdamax_v2 cublasIdamin_v2 "
        "cublasScnrm2_v2 cublasScasum_v2 cublasIcamax_v2 cublasIcamin_v2 cublasDznrm2_v2 cublasDzasum_v2 "
        "cublasIzamax_v2 cublasIzamin_v2 "
    ),
    "opmodels.libraries.cublas.triangular": (
        "cublasStrsm_v2 cublasDtrsm_v2 cublasCtrsm_v2 cublasZtrsm_v2 "
    ),
    "opmodels.libraries.cublas.vector": (
        "cublasSaxpy_v2 cublasDaxpy_v2 cublasCaxpy_v2 cublasZaxpy_v2 cublasScopy_v2 cublasDcopy_v2 cublasCcopy_v2 "
        "cublasZcopy_v2 cublasSswap_v2 cublasDswap_v2 cublasCswap_v2 cublasZswap_v2 cublasSscal_v2 cublasDscal_v2 "
        "cublasCscal_v2 cublasZscal_v2 cublasCsscal_v2 cublasZdscal_v2 "
    ),
    "opmodels.libraries.cudnn.types": (
        "CUDNN_MAJOR CUDNN_MINOR CUDNN_PATCHLEVEL CUDNN_VERSION "
    ),
    "opmodels.libraries.cufft.types": (
        "CUFFT_FORWARD CUFFT_INVERSE "
    ),
    "opmodels.libraries.cusolver.common.types": (
        "CUSOLVER_VER_MAJOR CUSOLVER_VER_MINOR CUSOLVER_VER_PATCH CUSOLVER_VER_BUILD CUSOLVER_VERSION "
    ),
    "opmodels.libraries.cusparse.types": (
        "CUSPARSE_VER_MAJOR CUSPARSE_VER_MINOR CUSPARSE_VER_PATCH CUSPARSE_VERSION "
    ),
    "opmodels.libraries.nvtx": (
        "NVTX_VERSION NVTX_NO_PUSH_POP_TRACKING NVTX_EVENT_ATTRIB_STRUCT_SIZE nvtxRangePush nvtxRangeStart nvtxMark "
        "nvtxNameOsThread nvtxNameCategory nvtxDomainCreate "
    ),
    "opmodels.math_classify": (
        "FP_NAN FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL "
    ),
    "opmodels.math_constants": (
        "M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2 INFINITY NAN "
        "HUGE_VAL HUGE_VALF MAXFLOAT FP_ILOGB0 FP_ILOGBNAN CUDART_INF_F CUDART_NAN_F CUDART_INF CUDART_NAN "
        "CUDART_MAX_NORMAL_F CUDART_PI_F CUDART_PI CUDART_MIN_DENORM_F CUDART_ZERO_F CUDART_ONE_F CUDART_SQRT_TWO_F "
        "CUDART_LN2_F CUDART_L2E_F "
    ),
    "opmodels.runtime.allocation": (
        "cudaMemAttachGlobal cudaMemAttachHost cudaMemAttachSingle "
    ),
    "opmodels.runtime.array": (
        "cudaArrayDefault cudaArrayLayered cudaArraySurfaceLoadStore cudaArrayCubemap cudaArrayTextureGather "
    ),
    "opmodels.runtime.device": (
        "cudaCpuDeviceId cudaInvalidDeviceId CUDART_VERSION CUDA_VERSION "
    ),
    "opmodels.runtime.device_settings": (
        "cudaDeviceScheduleAuto cudaDeviceScheduleSpin cudaDeviceScheduleYield cudaDeviceScheduleBlockingSync "
        "cudaDeviceBlockingSync cudaDeviceScheduleMask cudaDeviceMapHost cudaDeviceLmemResizeToMax "
        "cudaDeviceSyncMemops cudaDeviceMask cudaInitDeviceFlagsAreValid "
    ),
    "opmodels.runtime.event": (
        "cudaEventDefault cudaEventBlockingSync cudaEventDisableTiming cudaEventInterprocess cudaEventRecordDefault "
        "cudaEventRecordExternal cudaEventWaitDefault cudaEventWaitExternal "
    ),
    "opmodels.runtime.occupancy": (
        "cudaOccupancyDefault cudaOccupancyDisableCachingOverride "
    ),
    "opmodels.runtime.peer": (
        "cudaPeerAccessDefault "
    ),
    "opmodels.runtime.pinned": (
        "cudaHostAllocDefault cudaHostAllocPortable cudaHostAllocMapped cudaHostAllocWriteCombined "
        "cudaHostRegisterDefault cudaHostRegisterPortable cudaHostRegisterMapped cudaHostRegisterIoMemory "
        "cudaHostRegisterReadOnly "
    ),
    "opmodels.runtime.stream": (
        "cudaStreamDefault cudaStreamNonBlocking cudaStreamLegacy cudaStreamPerThread cudaStreamTailLaunch "
        "cudaStreamFireAndForget "
    ),
    "opmodels.verifier_gpuverify": (
        "__invariant __global_invariant __candidate_invariant __candidate_global_invariant __function_wide_invariant "
        "__function_wide_candidate_invariant __ensures __global_ensures __barrier_invariant __barrier_invariant_1 "
        "__barrier_invariant_2 __barrier_invariant_3 __barrier_invariant_4 __barrier_invariant_5 __barrier_invariant_6 "
        "__barrier_invariant_7 __barrier_invariant_8 __barrier_invariant_9 __barrier_invariant_10 "
        "__barrier_invariant_11 __barrier_invariant_12 __barrier_invariant_13 __barrier_invariant_14 "
        "__barrier_invariant_15 __barrier_invariant_16 __barrier_invariant_17 __barrier_invariant_18 "
        "__barrier_invariant_19 __barrier_invariant_20 __barrier_invariant_21 __barrier_invariant_22 "
        "__barrier_invariant_23 __barrier_invariant_24 __requires_fresh_array __reads_from __writes_to "
        "__read_permission __array_snapshot __cudabmc_word_requires __cudabmc_word_assert __cudabmc_word_assume "
        "__cudabmc_word_kernel_ensures __cudabmc_word_by_contract __cudabmc_word_may_read __cudabmc_word_may_write "
        "__cudabmc_word_barrier_may_read __cudabmc_word_barrier_may_write __cudabmc_word_for_all "
        "__cudabmc_word_for_pairs __cudabmc_word_sum __cudabmc_word_sorted __dominator_enabled __same_group __is_pow2 "
        "__mod_pow2 __ite __add __add_noovfl __axiom __ite_char __add_char __add_noovfl_char __ite_short __add_short "
        "__add_noovfl_short __ite_int __add_int __add_noovfl_int __ite_long __add_long __add_noovfl_long "
        "__ite_unsigned_char __add_unsigned_char __add_noovfl_unsigned_char __ite_unsigned_short __add_unsigned_short "
        "__add_noovfl_unsigned_short __ite_unsigned_int __add_unsigned_int __add_noovfl_unsigned_int "
        "__ite_unsigned_long __add_unsigned_long __add_noovfl_unsigned_long "
    ),
}
TYPES = (
    "CUcigDataType CUcigDataType_enum CUcontext CUctxCigParam CUctxCreateParams CUctx_st CUdevice CUdevice_attribute "
    "CUdevice_attribute_enum CUdeviceptr CUevent CUevent_st CUexecAffinityParam CUexecAffinitySmCount "
    "CUexecAffinityType CUexecAffinityType_enum CUfunc_cache CUfunc_cache_enum CUfunc_st CUfunction "
    "CUfunction_attribute CUfunction_attribute_enum CUgraphExec_st CUgraphNode_st CUgraph_st CUjit_option "
    "CUjit_option_enum CUkern_st CUkernel CUlib_st CUlibrary CUlibraryOption CUlibraryOption_enum CUmemPoolHandle_st "
    "CUmod_st CUmodule CUresult CUstream CUstream_st CUuuid_st DIR FILE StopWatchInterface _nvrtcProgram char1 char2 "
    "char3 char4 clock_t clockid_t csrcholInfo csrcholInfoHost csrcholInfoHost_t csrcholInfo_t csrilu02Info "
    "csrilu02Info_t csrluInfoHost csrluInfoHost_t csrqrInfo csrqrInfoHost csrqrInfoHost_t csrqrInfo_t cuComplex "
    "cuDoubleComplex cuFloatComplex cublasAtomicsMode_t cublasComputeType_t cublasContext cublasDiagType_t "
    "cublasFillMode_t cublasGemmAlgo_t cublasHandle_t cublasMath_t cublasOperation_t cublasPointerMode_t "
    "cublasSideMode_t cublasStatus_t cudaArray cudaArray_const_t cudaArray_t cudaChannelFormatDesc "
    "cudaChannelFormatKind cudaComputeMode cudaDataType cudaDataType_t cudaDeviceAttr cudaDeviceP2PAttr cudaDeviceProp "
    "cudaError cudaError_enum cudaError_t cudaEvent_t cudaExtent cudaFuncAttribute cudaFuncAttributes cudaFuncCache "
    "cudaGraphConditionalHandle cudaGraphExecUpdateResult cudaGraphExecUpdateResultInfo "
    "cudaGraphExecUpdateResultInfo_st cudaGraphExec_t cudaGraphNode_t cudaGraph_t cudaHostFn_t cudaHostNodeParams "
    "cudaKernelNodeParams cudaLimit cudaMemAccessDesc cudaMemAccessFlags cudaMemAllocationHandleType "
    "cudaMemAllocationType cudaMemLocation cudaMemLocationType cudaMemPoolAttr cudaMemPoolProps cudaMemPool_t "
    "cudaMemRangeAttribute cudaMemcpy3DParms cudaMemcpy3DPeerParms cudaMemcpyKind cudaMemoryAdvise cudaMemoryType "
    "cudaMemsetParams cudaPitchedPtr cudaPointerAttributes cudaPos cudaResourceDesc cudaResourceType "
    "cudaResourceViewDesc cudaResourceViewFormat cudaSharedCarveout cudaSharedMemConfig cudaStreamCallback_t "
    "cudaStreamCaptureMode cudaStreamCaptureStatus cudaStream_t cudaSurfaceBoundaryMode cudaSurfaceObject_t "
    "cudaTextureAddressMode cudaTextureDesc cudaTextureFilterMode cudaTextureObject_t cudaTextureReadMode cudaUUID_t "
    "cudnnActivationDescriptor_t cudnnActivationMode_t cudnnActivationStruct cudnnContext cudnnConvolutionDescriptor_t "
    "cudnnConvolutionFwdAlgo_t cudnnConvolutionMode_t cudnnConvolutionStruct cudnnDataType_t cudnnFilterDescriptor_t "
    "cudnnFilterStruct cudnnHandle_t cudnnMathType_t cudnnNanPropagation_t cudnnPoolingDescriptor_t cudnnPoolingMode_t "
    "cudnnPoolingStruct cudnnSoftmaxAlgorithm_t cudnnSoftmaxMode_t cudnnStatus_t cudnnTensorDescriptor_t "
    "cudnnTensorFormat_t cudnnTensorStruct cufftComplex cufftDoubleComplex cufftDoubleReal cufftHandle cufftReal "
    "cufftResult cufftResult_t cufftType cufftType_t curandDirectionVectorSet curandDirectionVectorSet_t "
    "curandDirectionVectors32_t curandDirectionVectors64_t curandGenerator_st curandGenerator_t curandOrdering "
    "curandOrdering_t curandRngType curandRngType_t curandState curandStateMRG32k3a curandStateMRG32k3a_t "
    "curandStateMtgp32 curandStateMtgp32_t curandStatePhilox4_32_10 curandStatePhilox4_32_10_t "
    "curandStateScrambledSobol32 curandStateScrambledSobol32_t curandStateScrambledSobol64 "
    "curandStateScrambledSobol64_t curandStateSobol32 curandStateSobol32_t curandStateSobol64 curandStateSobol64_t "
    "curandStateXORWOW curandStateXORWOW_t curandState_t curandStatus curandStatus_t cusolverAlgMode_t "
    "cusolverDeterministicMode_t cusolverDnContext cusolverDnFunction_t cusolverDnHandle_t cusolverDnParams "
    "cusolverDnParams_t cusolverEigMode_t cusolverEigRange_t cusolverEigType_t cusolverNorm_t cusolverRfCommon "
    "cusolverRfFactorization_t cusolverRfHandle_t cusolverRfMatrixFormat_t cusolverRfNumericBoostReport_t "
    "cusolverRfResetValuesFastMode_t cusolverRfTriangularSolve_t cusolverRfUnitDiagonal_t cusolverSpContext "
    "cusolverSpHandle_t cusolverStatus_t cusolver_int_t cusparseAction_t cusparseConstDnMatDescr_t "
    "cusparseConstDnVecDescr_t cusparseConstSpMatDescr_t cusparseConstSpVecDescr_t cusparseContext "
    "cusparseCsr2CscAlg_t cusparseDenseToSparseAlg_t cusparseDiagType_t cusparseDirection_t cusparseDnMatDescr "
    "cusparseDnMatDescr_t cusparseDnVecDescr cusparseDnVecDescr_t cusparseFillMode_t cusparseFormat_t cusparseHandle_t "
    "cusparseIndexBase_t cusparseIndexType_t cusparseMatDescr cusparseMatDescr_t cusparseMatrixType_t "
    "cusparseOperation_t cusparseOrder_t cusparsePointerMode_t cusparseSDDMMAlg_t cusparseSolvePolicy_t "
    "cusparseSpGEMMAlg_t cusparseSpGEMMDescr cusparseSpGEMMDescr_t cusparseSpMMAlg_t cusparseSpMVAlg_t "
    "cusparseSpMatAttribute_t cusparseSpMatDescr cusparseSpMatDescr_t cusparseSpSMAlg_t cusparseSpSMDescr "
    "cusparseSpSMDescr_t cusparseSpSVAlg_t cusparseSpSVDescr cusparseSpSVDescr_t cusparseSpVecDescr "
    "cusparseSpVecDescr_t cusparseSparseToDenseAlg_t cusparseStatus_t dim3 dirent div_t double1 double2 double3 "
    "double4 float1 float2 float3 float4 fpos_t gesvdjInfo gesvdjInfo_t int1 int16_t int2 int3 int32_t int4 int64_t "
    "int8_t int_fast16_t int_fast32_t int_fast64_t int_fast8_t int_least16_t int_least32_t int_least64_t int_least8_t "
    "intmax_t intptr_t ldiv_t lldiv_t long1 long2 long3 long4 longlong1 longlong2 longlong3 longlong4 max_align_t "
    "mode_t nvrtcProgram nvrtcResult nvtxColorType_t nvtxDomainHandle_t nvtxDomainRegistration nvtxEventAttributes_t "
    "nvtxEventAttributes_v2 nvtxMessageType_t nvtxMessageValue_t nvtxPayloadType_t nvtxRangeId_t nvtxStringHandle_t "
    "nvtxStringRegistration off_t pid_t ptrdiff_t rusage short1 short2 short3 short4 size_t ssize_t stat suseconds_t "
    "syevjInfo syevjInfo_t time_t timespec timeval timezone tm u_char u_int uchar1 uchar2 uchar3 uchar4 uint uint1 "
    "uint16_t uint2 uint3 uint32_t uint4 uint64_t uint8_t uint_fast16_t uint_fast32_t uint_fast64_t uint_fast8_t "
    "uint_least16_t uint_least32_t uint_least64_t uint_least8_t uintmax_t uintptr_t ulong ulong1 ulong2 ulong3 ulong4 "
    "ulonglong1 ulonglong2 ulonglong3 ulonglong4 useconds_t ushort ushort1 ushort2 ushort3 ushort4 utsname "
)
HEADERS = (
    "algorithm alloca.h assert.h builtin_types.h call_kernel.h cassert cctype cerrno cfloat channel_descriptor.h "
    "cinttypes climits clocale cmath crt/device_functions.h crt/host_config.h csetjmp csignal cstdarg cstdbool cstddef "
    "cstdint cstdio cstdlib cstring ctime ctype.h cuComplex.h cublas_v2.h cuda.h cuda_device_runtime_api.h "
    "cuda_pipeline.h cuda_pipeline_helpers.h cuda_pipeline_primitives.h cuda_profiler_api.h cuda_runtime.h "
    "cuda_runtime_api.h cudabmc.h cudnn.h cufft.h curand.h curand_kernel.h cusolverDn.h cusolverRf.h cusolverSp.h "
    "cusolverSp_LOWLEVEL_PREVIEW.h cusolver_common.h cusparse.h cusparse_v2.h device_atomic_functions.h "
    "device_functions.h device_launch_parameters.h device_types.h dirent.h driver_functions.h driver_types.h errno.h "
    "exception.h fcntl.h float.h helper_cuda.h helper_functions.h helper_string.h helper_timer.h host_config.h "
    "host_defines.h inttypes.h iso646.h library_types.h limits.h locale.h malloc.h math.h math_constants.h "
    "math_functions.h memory.h nvToolsExt.h nvToolsExtCudaRt.h nvrtc.h nvtx3/nvToolsExt.h nvtx3/nvToolsExtCudaRt.h "
    "omp.h sched.h setjmp.h signal.h sm_20_atomic_functions.h sm_20_intrinsics.h sm_30_intrinsics.h sm_32_intrinsics.h "
    "sm_35_intrinsics.h sm_60_atomic_functions.h sm_atomic_functions.h stdalign.h stdarg.h stdbool.h stddef.h stdint.h "
    "stdio.h stdlib.h stdnoreturn.h string.h strings.h sys/fcntl.h sys/mman.h sys/resource.h sys/stat.h sys/time.h "
    "sys/timeb.h sys/types.h sys/utsname.h time.h unistd.h utility values.h vector_functions.h vector_types.h "
)
