; Made by numba-cuda 0.30.4 of numba_kernels.kernels.py.
; ('_ZN13numba_kernels7kernels7stencilB3v11B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi2E1C7mutable7alignedE5ArrayIiLi2E1C7mutable7alignedEx', {'_ZN13numba_kernels7kernels7stencilB3v11B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi2E1C7mutable7alignedE5ArrayIiLi2E1C7mutable7alignedEx': {1: ('AssertionError', None, ('stencil', 57))}})
; ---- module
; ModuleID = "stencil$11"
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

@"_ZN08NumbaEnv13numba_kernels7kernels7stencilB3v11B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi2E1C7mutable7alignedE5ArrayIiLi2E1C7mutable7alignedEx" = common global i8* null
define i32 @"_ZN13numba_kernels7kernels7stencilB3v11B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi2E1C7mutable7alignedE5ArrayIiLi2E1C7mutable7alignedEx"(i8** %".ret", i8* %"a.0", i8* %"a.1", i64 %"a.2", i64 %"a.3", i32* %"a.4", i64 %"a.5.0", i64 %"a.5.1", i64 %"a.6.0", i64 %"a.6.1", i8* %"b.0", i8* %"b.1", i64 %"b.2", i64 %"b.3", i32* %"b.4", i64 %"b.5.0", i64 %"b.5.1", i64 %"b.6.0", i64 %"b.6.1", i64 %"n") !dbg !40
{
entry:
  %"inserted.meminfo" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} undef, i8* %"a.0", 0
  %"inserted.parent" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.meminfo", i8* %"a.1", 1
  %"inserted.nitems" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.parent", i64 %"a.2", 2
  %"inserted.itemsize" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.nitems", i64 %"a.3", 3
  %"inserted.data" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.itemsize", i32* %"a.4", 4
  %".22" = insertvalue [2 x i64] undef, i64 %"a.5.0", 0
  %".23" = insertvalue [2 x i64] %".22", i64 %"a.5.1", 1
  %"inserted.shape" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.data", [2 x i64] %".23", 5
  %".24" = insertvalue [2 x i64] undef, i64 %"a.6.0", 0
  %".25" = insertvalue [2 x i64] %".24", i64 %"a.6.1", 1
  %"inserted.strides" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.shape", [2 x i64] %".25", 6
  %"inserted.meminfo.1" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} undef, i8* %"b.0", 0
  %"inserted.parent.1" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.meminfo.1", i8* %"b.1", 1
  %"inserted.nitems.1" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.parent.1", i64 %"b.2", 2
  %"inserted.itemsize.1" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.nitems.1", i64 %"b.3", 3
  %"inserted.data.1" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.itemsize.1", i32* %"b.4", 4
  %".26" = insertvalue [2 x i64] undef, i64 %"b.5.0", 0
  %".27" = insertvalue [2 x i64] %".26", i64 %"b.5.1", 1
  %"inserted.shape.1" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.data.1", [2 x i64] %".27", 5
  %".28" = insertvalue [2 x i64] undef, i64 %"b.6.0", 0
  %".29" = insertvalue [2 x i64] %".28", i64 %"b.6.1", 1
  %"inserted.strides.1" = insertvalue {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.shape.1", [2 x i64] %".29", 6
  %"a" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a"
  %"b" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b"
  %"n.1" = alloca i64
  store i64 0, i64* %"n.1"
  %"x" = alloca i64
  store i64 0, i64* %"x"
  %"y" = alloca i64
  store i64 0, i64* %"y"
  %"_cudapy_lmem" = alloca [4 x i32]
  store [4 x i32] zeroinitializer, [4 x i32]* %"_cudapy_lmem"
  %".69" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69"
  %"window" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window"
  %"$150pred" = alloca i1
  store i1 0, i1* %"$150pred"
  %"$phi152.0" = alloca i64
  store i64 0, i64* %"$phi152.0"
  %".113" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".113"
  %"$188pred" = alloca i1
  store i1 0, i1* %"$188pred"
  %"$212pred" = alloca i1
  store i1 0, i1* %"$212pred"
  %"$phi214.0" = alloca i64
  store i64 0, i64* %"$phi214.0"
  %".171" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".171"
  %"$250pred" = alloca i1
  store i1 0, i1* %"$250pred"
  %".220" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".220"
  %".268" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".268"
  %".303" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".303"
  %".351" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".351"
  %".386" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".386"
  %".434" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".434"
  %".469" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".469"
  %".518" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".518"
  %".550" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".550"
  %".580" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".580"
  %".613" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".613"
  %".645" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".645"
  %".685" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".685"
  %".736" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".736"
  %".794" = alloca {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".794"
  %"$516pred" = alloca i1
  store i1 0, i1* %"$516pred"
  br label %"B0"
B0:
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.strides", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a"
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", metadata !56, metadata !57), !dbg !41
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %"inserted.strides.1", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b"
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", metadata !72, metadata !57), !dbg !41
  store i64 %"n", i64* %"n.1"
  call void @"llvm.dbg.declare"(metadata i64* %"n.1", metadata !73, metadata !57), !dbg !41
  %".39" = trunc i64 2 to i32 , !dbg !74
  %".40" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.x"(), !dbg !74
  %".41" = sext i32 %".40" to i64 , !dbg !74
  %".42" = call i32 @"llvm.nvvm.read.ptx.sreg.ntid.x"(), !dbg !74
  %".43" = sext i32 %".42" to i64 , !dbg !74
  %".44" = call i32 @"llvm.nvvm.read.ptx.sreg.ctaid.x"(), !dbg !74
  %".45" = sext i32 %".44" to i64 , !dbg !74
  %".46" = mul i64 %".43", %".45", !dbg !74
  %".47" = add i64 %".46", %".41", !dbg !74
  %".48" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.y"(), !dbg !74
  %".49" = sext i32 %".48" to i64 , !dbg !74
  %".50" = call i32 @"llvm.nvvm.read.ptx.sreg.ntid.y"(), !dbg !74
  %".51" = sext i32 %".50" to i64 , !dbg !74
  %".52" = call i32 @"llvm.nvvm.read.ptx.sreg.ctaid.y"(), !dbg !74
  %".53" = sext i32 %".52" to i64 , !dbg !74
  %".54" = mul i64 %".51", %".53", !dbg !74
  %".55" = add i64 %".54", %".49", !dbg !74
  %".56" = insertvalue [2 x i64] undef, i64 %".47", 0 , !dbg !74
  %".57" = insertvalue [2 x i64] %".56", i64 %".55", 1 , !dbg !74
  %".58" = extractvalue [2 x i64] %".57", 0 , !dbg !74
  %".59" = extractvalue [2 x i64] %".57", 1 , !dbg !74
  %".61" = load i64, i64* %"x", !dbg !74
  store i64 %".58", i64* %"x", !dbg !74
  call void @"llvm.dbg.value"(metadata i64 %".58", metadata !75, metadata !57), !dbg !74
  %".65" = load i64, i64* %"y", !dbg !74
  store i64 %".59", i64* %"y", !dbg !74
  call void @"llvm.dbg.value"(metadata i64 %".59", metadata !76, metadata !57), !dbg !74
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69"
  %".72" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69", i32 0, i32 4 , !dbg !77
  %".73" = load i32*, i32** %".72", !dbg !77
  %".74" = bitcast [4 x i32]* %"_cudapy_lmem" to i32* , !dbg !77
  %".75" = insertvalue [1 x i64] undef, i64 4, 0 , !dbg !77
  %".76" = insertvalue [1 x i64] undef, i64 4, 0 , !dbg !77
  %".77" = extractvalue [1 x i64] %".75", 0 , !dbg !77
  %".78" = mul nsw i64 1, %".77", !dbg !77
  %".79" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69", i32 0, i32 5 , !dbg !77
  store [1 x i64] %".75", [1 x i64]* %".79", !dbg !77
  %".81" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69", i32 0, i32 6 , !dbg !77
  store [1 x i64] %".76", [1 x i64]* %".81", !dbg !77
  %".83" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69", i32 0, i32 4 , !dbg !77
  store i32* %".74", i32** %".83", !dbg !77
  %".85" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69", i32 0, i32 3 , !dbg !77
  store i64 4, i64* %".85", !dbg !77
  %".87" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69", i32 0, i32 0 , !dbg !77
  store i8* null, i8** %".87", !dbg !77
  %".89" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69", i32 0, i32 1 , !dbg !77
  store i8* null, i8** %".89", !dbg !77
  %".91" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69", i32 0, i32 2 , !dbg !77
  store i64 %".78", i64* %".91", !dbg !77
  %".93" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".69", !dbg !77
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", metadata !94, metadata !57), !dbg !77
  %".96" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !77
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".93", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !77
  %".98" = load i64, i64* %"x", !dbg !95
  %".99" = icmp slt i64 0, %".98" , !dbg !95
  %".101" = load i1, i1* %"$150pred", !dbg !95
  store i1 %".99", i1* %"$150pred", !dbg !95
  %".103" = load i64, i64* %"x", !dbg !95
  %".105" = load i64, i64* %"$phi152.0", !dbg !95
  store i64 %".103", i64* %"$phi152.0", !dbg !95
  call void @"llvm.dbg.value"(metadata i64 %".103", metadata !75, metadata !57), !dbg !95
  %".108" = load i1, i1* %"$150pred", !dbg !95
  br i1 %".108", label %"B152", label %"B192", !dbg !95
B152:
  %".110" = load i1, i1* %"$150pred", !dbg !95
  store i1 0, i1* %"$150pred", !dbg !95
  %".112" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".113"
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %".112", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".113", !dbg !95
  %".117" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".113", i32 0, i32 5 , !dbg !95
  %".118" = getelementptr inbounds [2 x i64], [2 x i64]* %".117", i32 0, i32 0 , !dbg !95
  %".119" = load i64, i64* %".118", !dbg !95, !range !96
  %".120" = getelementptr inbounds [2 x i64], [2 x i64]* %".117", i32 0, i32 1 , !dbg !95
  %".121" = load i64, i64* %".120", !dbg !95, !range !96
  %".122" = insertvalue [2 x i64] undef, i64 %".119", 0 , !dbg !95
  %".123" = insertvalue [2 x i64] %".122", i64 %".121", 1 , !dbg !95
  %".124" = extractvalue [2 x i64] %".123", 0 , !dbg !95
  %".125" = sub nsw i64 %".124", 1, !dbg !95
  %".126" = load i64, i64* %"$phi152.0", !dbg !95
  %".127" = icmp slt i64 %".126", %".125" , !dbg !95
  %".128" = load i64, i64* %"$phi152.0", !dbg !95
  store i64 0, i64* %"$phi152.0", !dbg !95
  %".131" = load i1, i1* %"$188pred", !dbg !95
  store i1 %".127", i1* %"$188pred", !dbg !95
  %".133" = load i1, i1* %"$188pred", !dbg !95
  br i1 %".133", label %"B190", label %"B522", !dbg !95
B190:
  %".135" = load i1, i1* %"$188pred", !dbg !95
  store i1 0, i1* %"$188pred", !dbg !95
  br label %"B198", !dbg !95
B192:
  %".138" = load i64, i64* %"y", !dbg !95
  store i64 0, i64* %"y", !dbg !95
  %".140" = load i64, i64* %"x", !dbg !95
  store i64 0, i64* %"x", !dbg !95
  %".142" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !95
  %".144" = load i64, i64* %"n.1", !dbg !95
  store i64 0, i64* %"n.1", !dbg !95
  %".146" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !95
  %".148" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !95
  %".150" = load i64, i64* %"$phi152.0", !dbg !95
  store i64 0, i64* %"$phi152.0", !dbg !95
  %".152" = load i1, i1* %"$150pred", !dbg !95
  store i1 0, i1* %"$150pred", !dbg !95
  store i8* null, i8** %".ret", !dbg !95
  ret i32 0, !dbg !95
B198:
  %".156" = load i64, i64* %"y", !dbg !95
  %".157" = icmp slt i64 0, %".156" , !dbg !95
  %".159" = load i1, i1* %"$212pred", !dbg !95
  store i1 %".157", i1* %"$212pred", !dbg !95
  %".161" = load i64, i64* %"y", !dbg !95
  %".163" = load i64, i64* %"$phi214.0", !dbg !95
  store i64 %".161", i64* %"$phi214.0", !dbg !95
  call void @"llvm.dbg.value"(metadata i64 %".161", metadata !76, metadata !57), !dbg !95
  %".166" = load i1, i1* %"$212pred", !dbg !95
  br i1 %".166", label %"B214", label %"B254", !dbg !95
B214:
  %".168" = load i1, i1* %"$212pred", !dbg !95
  store i1 0, i1* %"$212pred", !dbg !95
  %".170" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".171"
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %".170", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".171", !dbg !95
  %".175" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".171", i32 0, i32 5 , !dbg !95
  %".176" = getelementptr inbounds [2 x i64], [2 x i64]* %".175", i32 0, i32 0 , !dbg !95
  %".177" = load i64, i64* %".176", !dbg !95, !range !96
  %".178" = getelementptr inbounds [2 x i64], [2 x i64]* %".175", i32 0, i32 1 , !dbg !95
  %".179" = load i64, i64* %".178", !dbg !95, !range !96
  %".180" = insertvalue [2 x i64] undef, i64 %".177", 0 , !dbg !95
  %".181" = insertvalue [2 x i64] %".180", i64 %".179", 1 , !dbg !95
  %".182" = extractvalue [2 x i64] %".181", 1 , !dbg !95
  %".183" = sub nsw i64 %".182", 1, !dbg !95
  %".184" = load i64, i64* %"$phi214.0", !dbg !95
  %".185" = icmp slt i64 %".184", %".183" , !dbg !95
  %".186" = load i64, i64* %"$phi214.0", !dbg !95
  store i64 0, i64* %"$phi214.0", !dbg !95
  %".189" = load i1, i1* %"$250pred", !dbg !95
  store i1 %".185", i1* %"$250pred", !dbg !95
  %".191" = load i1, i1* %"$250pred", !dbg !95
  br i1 %".191", label %"B252", label %"B526", !dbg !95
B252:
  %".193" = load i1, i1* %"$250pred", !dbg !95
  store i1 0, i1* %"$250pred", !dbg !95
  br label %"B260", !dbg !95
B254:
  %".196" = load i64, i64* %"y", !dbg !95
  store i64 0, i64* %"y", !dbg !95
  %".198" = load i64, i64* %"x", !dbg !95
  store i64 0, i64* %"x", !dbg !95
  %".200" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !95
  %".202" = load i64, i64* %"n.1", !dbg !95
  store i64 0, i64* %"n.1", !dbg !95
  %".204" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !95
  %".206" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !95
  %".208" = load i64, i64* %"$phi214.0", !dbg !95
  store i64 0, i64* %"$phi214.0", !dbg !95
  %".210" = load i1, i1* %"$212pred", !dbg !95
  store i1 0, i1* %"$212pred", !dbg !95
  store i8* null, i8** %".ret", !dbg !95
  ret i32 0, !dbg !95
B260:
  %".214" = load i64, i64* %"x", !dbg !97
  %".215" = sub nsw i64 %".214", 1, !dbg !97
  %".216" = load i64, i64* %"y", !dbg !97
  %".217" = insertvalue [2 x i64] undef, i64 %".215", 0 , !dbg !97
  %".218" = insertvalue [2 x i64] %".217", i64 %".216", 1 , !dbg !97
  %".219" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !97
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".220"
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %".219", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".220", !dbg !97
  %".224" = extractvalue [2 x i64] %".218", 0 , !dbg !97
  %".225" = extractvalue [2 x i64] %".218", 1 , !dbg !97
  %".226" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".220", i32 0, i32 5 , !dbg !97
  %".227" = getelementptr inbounds [2 x i64], [2 x i64]* %".226", i32 0, i32 0 , !dbg !97
  %".228" = load i64, i64* %".227", !dbg !97, !range !96
  %".229" = getelementptr inbounds [2 x i64], [2 x i64]* %".226", i32 0, i32 1 , !dbg !97
  %".230" = load i64, i64* %".229", !dbg !97, !range !96
  %".231" = insertvalue [2 x i64] undef, i64 %".228", 0 , !dbg !97
  %".232" = insertvalue [2 x i64] %".231", i64 %".230", 1 , !dbg !97
  %".233" = extractvalue [2 x i64] %".232", 0 , !dbg !97
  %".234" = extractvalue [2 x i64] %".232", 1 , !dbg !97
  %".235" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".220", i32 0, i32 6 , !dbg !97
  %".236" = load [2 x i64], [2 x i64]* %".235", !dbg !97
  %".237" = extractvalue [2 x i64] %".236", 0 , !dbg !97
  %".238" = extractvalue [2 x i64] %".236", 1 , !dbg !97
  %".239" = icmp slt i64 %".224", 0 , !dbg !97
  %".240" = add i64 %".224", %".233", !dbg !97
  %".241" = select  i1 %".239", i64 %".240", i64 %".224" , !dbg !97
  %".242" = icmp slt i64 %".225", 0 , !dbg !97
  %".243" = add i64 %".225", %".234", !dbg !97
  %".244" = select  i1 %".242", i64 %".243", i64 %".225" , !dbg !97
  %".245" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".220", i32 0, i32 5 , !dbg !97
  %".246" = getelementptr inbounds [2 x i64], [2 x i64]* %".245", i32 0, i32 0 , !dbg !97
  %".247" = load i64, i64* %".246", !dbg !97, !range !96
  %".248" = getelementptr inbounds [2 x i64], [2 x i64]* %".245", i32 0, i32 1 , !dbg !97
  %".249" = load i64, i64* %".248", !dbg !97, !range !96
  %".250" = insertvalue [2 x i64] undef, i64 %".247", 0 , !dbg !97
  %".251" = insertvalue [2 x i64] %".250", i64 %".249", 1 , !dbg !97
  %".252" = extractvalue [2 x i64] %".251", 0 , !dbg !97
  %".253" = extractvalue [2 x i64] %".251", 1 , !dbg !97
  %".254" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".220", i32 0, i32 6 , !dbg !97
  %".255" = load [2 x i64], [2 x i64]* %".254", !dbg !97
  %".256" = extractvalue [2 x i64] %".255", 0 , !dbg !97
  %".257" = extractvalue [2 x i64] %".255", 1 , !dbg !97
  %".258" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".220", i32 0, i32 4 , !dbg !97
  %".259" = load i32*, i32** %".258", !dbg !97
  %".260" = mul i64 1, %".253", !dbg !97
  %".261" = mul i64 %".241", %".260", !dbg !97
  %".262" = add i64 0, %".261", !dbg !97
  %".263" = mul i64 %".244", 1, !dbg !97
  %".264" = add i64 %".262", %".263", !dbg !97
  %".265" = getelementptr i32, i32* %".259", i64 %".264" , !dbg !97
  %".266" = load i32, i32* %".265", !dbg !97
  %".267" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !97
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".268"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".267", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".268", !dbg !97
  %".272" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".268", i32 0, i32 5 , !dbg !97
  %".273" = getelementptr inbounds [1 x i64], [1 x i64]* %".272", i32 0, i32 0 , !dbg !97
  %".274" = load i64, i64* %".273", !dbg !97, !range !96
  %".275" = insertvalue [1 x i64] undef, i64 %".274", 0 , !dbg !97
  %".276" = extractvalue [1 x i64] %".275", 0 , !dbg !97
  %".277" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".268", i32 0, i32 6 , !dbg !97
  %".278" = load [1 x i64], [1 x i64]* %".277", !dbg !97
  %".279" = extractvalue [1 x i64] %".278", 0 , !dbg !97
  %".280" = icmp slt i64 0, 0 , !dbg !97
  %".281" = add i64 0, %".276", !dbg !97
  %".282" = select  i1 %".280", i64 %".281", i64 0 , !dbg !97
  %".283" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".268", i32 0, i32 5 , !dbg !97
  %".284" = getelementptr inbounds [1 x i64], [1 x i64]* %".283", i32 0, i32 0 , !dbg !97
  %".285" = load i64, i64* %".284", !dbg !97, !range !96
  %".286" = insertvalue [1 x i64] undef, i64 %".285", 0 , !dbg !97
  %".287" = extractvalue [1 x i64] %".286", 0 , !dbg !97
  %".288" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".268", i32 0, i32 6 , !dbg !97
  %".289" = load [1 x i64], [1 x i64]* %".288", !dbg !97
  %".290" = extractvalue [1 x i64] %".289", 0 , !dbg !97
  %".291" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".268", i32 0, i32 4 , !dbg !97
  %".292" = load i32*, i32** %".291", !dbg !97
  %".293" = mul i64 %".282", 1, !dbg !97
  %".294" = add i64 0, %".293", !dbg !97
  %".295" = getelementptr i32, i32* %".292", i64 %".294" , !dbg !97
  store i32 %".266", i32* %".295", !dbg !97
  %".297" = load i64, i64* %"x", !dbg !98
  %".298" = add nsw i64 %".297", 1, !dbg !98
  %".299" = load i64, i64* %"y", !dbg !98
  %".300" = insertvalue [2 x i64] undef, i64 %".298", 0 , !dbg !98
  %".301" = insertvalue [2 x i64] %".300", i64 %".299", 1 , !dbg !98
  %".302" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !98
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".303"
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %".302", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".303", !dbg !98
  %".307" = extractvalue [2 x i64] %".301", 0 , !dbg !98
  %".308" = extractvalue [2 x i64] %".301", 1 , !dbg !98
  %".309" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".303", i32 0, i32 5 , !dbg !98
  %".310" = getelementptr inbounds [2 x i64], [2 x i64]* %".309", i32 0, i32 0 , !dbg !98
  %".311" = load i64, i64* %".310", !dbg !98, !range !96
  %".312" = getelementptr inbounds [2 x i64], [2 x i64]* %".309", i32 0, i32 1 , !dbg !98
  %".313" = load i64, i64* %".312", !dbg !98, !range !96
  %".314" = insertvalue [2 x i64] undef, i64 %".311", 0 , !dbg !98
  %".315" = insertvalue [2 x i64] %".314", i64 %".313", 1 , !dbg !98
  %".316" = extractvalue [2 x i64] %".315", 0 , !dbg !98
  %".317" = extractvalue [2 x i64] %".315", 1 , !dbg !98
  %".318" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".303", i32 0, i32 6 , !dbg !98
  %".319" = load [2 x i64], [2 x i64]* %".318", !dbg !98
  %".320" = extractvalue [2 x i64] %".319", 0 , !dbg !98
  %".321" = extractvalue [2 x i64] %".319", 1 , !dbg !98
  %".322" = icmp slt i64 %".307", 0 , !dbg !98
  %".323" = add i64 %".307", %".316", !dbg !98
  %".324" = select  i1 %".322", i64 %".323", i64 %".307" , !dbg !98
  %".325" = icmp slt i64 %".308", 0 , !dbg !98
  %".326" = add i64 %".308", %".317", !dbg !98
  %".327" = select  i1 %".325", i64 %".326", i64 %".308" , !dbg !98
  %".328" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".303", i32 0, i32 5 , !dbg !98
  %".329" = getelementptr inbounds [2 x i64], [2 x i64]* %".328", i32 0, i32 0 , !dbg !98
  %".330" = load i64, i64* %".329", !dbg !98, !range !96
  %".331" = getelementptr inbounds [2 x i64], [2 x i64]* %".328", i32 0, i32 1 , !dbg !98
  %".332" = load i64, i64* %".331", !dbg !98, !range !96
  %".333" = insertvalue [2 x i64] undef, i64 %".330", 0 , !dbg !98
  %".334" = insertvalue [2 x i64] %".333", i64 %".332", 1 , !dbg !98
  %".335" = extractvalue [2 x i64] %".334", 0 , !dbg !98
  %".336" = extractvalue [2 x i64] %".334", 1 , !dbg !98
  %".337" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".303", i32 0, i32 6 , !dbg !98
  %".338" = load [2 x i64], [2 x i64]* %".337", !dbg !98
  %".339" = extractvalue [2 x i64] %".338", 0 , !dbg !98
  %".340" = extractvalue [2 x i64] %".338", 1 , !dbg !98
  %".341" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".303", i32 0, i32 4 , !dbg !98
  %".342" = load i32*, i32** %".341", !dbg !98
  %".343" = mul i64 1, %".336", !dbg !98
  %".344" = mul i64 %".324", %".343", !dbg !98
  %".345" = add i64 0, %".344", !dbg !98
  %".346" = mul i64 %".327", 1, !dbg !98
  %".347" = add i64 %".345", %".346", !dbg !98
  %".348" = getelementptr i32, i32* %".342", i64 %".347" , !dbg !98
  %".349" = load i32, i32* %".348", !dbg !98
  %".350" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !98
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".351"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".350", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".351", !dbg !98
  %".355" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".351", i32 0, i32 5 , !dbg !98
  %".356" = getelementptr inbounds [1 x i64], [1 x i64]* %".355", i32 0, i32 0 , !dbg !98
  %".357" = load i64, i64* %".356", !dbg !98, !range !96
  %".358" = insertvalue [1 x i64] undef, i64 %".357", 0 , !dbg !98
  %".359" = extractvalue [1 x i64] %".358", 0 , !dbg !98
  %".360" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".351", i32 0, i32 6 , !dbg !98
  %".361" = load [1 x i64], [1 x i64]* %".360", !dbg !98
  %".362" = extractvalue [1 x i64] %".361", 0 , !dbg !98
  %".363" = icmp slt i64 1, 0 , !dbg !98
  %".364" = add i64 1, %".359", !dbg !98
  %".365" = select  i1 %".363", i64 %".364", i64 1 , !dbg !98
  %".366" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".351", i32 0, i32 5 , !dbg !98
  %".367" = getelementptr inbounds [1 x i64], [1 x i64]* %".366", i32 0, i32 0 , !dbg !98
  %".368" = load i64, i64* %".367", !dbg !98, !range !96
  %".369" = insertvalue [1 x i64] undef, i64 %".368", 0 , !dbg !98
  %".370" = extractvalue [1 x i64] %".369", 0 , !dbg !98
  %".371" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".351", i32 0, i32 6 , !dbg !98
  %".372" = load [1 x i64], [1 x i64]* %".371", !dbg !98
  %".373" = extractvalue [1 x i64] %".372", 0 , !dbg !98
  %".374" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".351", i32 0, i32 4 , !dbg !98
  %".375" = load i32*, i32** %".374", !dbg !98
  %".376" = mul i64 %".365", 1, !dbg !98
  %".377" = add i64 0, %".376", !dbg !98
  %".378" = getelementptr i32, i32* %".375", i64 %".377" , !dbg !98
  store i32 %".349", i32* %".378", !dbg !98
  %".380" = load i64, i64* %"y", !dbg !99
  %".381" = sub nsw i64 %".380", 1, !dbg !99
  %".382" = load i64, i64* %"x", !dbg !99
  %".383" = insertvalue [2 x i64] undef, i64 %".382", 0 , !dbg !99
  %".384" = insertvalue [2 x i64] %".383", i64 %".381", 1 , !dbg !99
  %".385" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !99
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".386"
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %".385", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".386", !dbg !99
  %".390" = extractvalue [2 x i64] %".384", 0 , !dbg !99
  %".391" = extractvalue [2 x i64] %".384", 1 , !dbg !99
  %".392" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".386", i32 0, i32 5 , !dbg !99
  %".393" = getelementptr inbounds [2 x i64], [2 x i64]* %".392", i32 0, i32 0 , !dbg !99
  %".394" = load i64, i64* %".393", !dbg !99, !range !96
  %".395" = getelementptr inbounds [2 x i64], [2 x i64]* %".392", i32 0, i32 1 , !dbg !99
  %".396" = load i64, i64* %".395", !dbg !99, !range !96
  %".397" = insertvalue [2 x i64] undef, i64 %".394", 0 , !dbg !99
  %".398" = insertvalue [2 x i64] %".397", i64 %".396", 1 , !dbg !99
  %".399" = extractvalue [2 x i64] %".398", 0 , !dbg !99
  %".400" = extractvalue [2 x i64] %".398", 1 , !dbg !99
  %".401" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".386", i32 0, i32 6 , !dbg !99
  %".402" = load [2 x i64], [2 x i64]* %".401", !dbg !99
  %".403" = extractvalue [2 x i64] %".402", 0 , !dbg !99
  %".404" = extractvalue [2 x i64] %".402", 1 , !dbg !99
  %".405" = icmp slt i64 %".390", 0 , !dbg !99
  %".406" = add i64 %".390", %".399", !dbg !99
  %".407" = select  i1 %".405", i64 %".406", i64 %".390" , !dbg !99
  %".408" = icmp slt i64 %".391", 0 , !dbg !99
  %".409" = add i64 %".391", %".400", !dbg !99
  %".410" = select  i1 %".408", i64 %".409", i64 %".391" , !dbg !99
  %".411" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".386", i32 0, i32 5 , !dbg !99
  %".412" = getelementptr inbounds [2 x i64], [2 x i64]* %".411", i32 0, i32 0 , !dbg !99
  %".413" = load i64, i64* %".412", !dbg !99, !range !96
  %".414" = getelementptr inbounds [2 x i64], [2 x i64]* %".411", i32 0, i32 1 , !dbg !99
  %".415" = load i64, i64* %".414", !dbg !99, !range !96
  %".416" = insertvalue [2 x i64] undef, i64 %".413", 0 , !dbg !99
  %".417" = insertvalue [2 x i64] %".416", i64 %".415", 1 , !dbg !99
  %".418" = extractvalue [2 x i64] %".417", 0 , !dbg !99
  %".419" = extractvalue [2 x i64] %".417", 1 , !dbg !99
  %".420" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".386", i32 0, i32 6 , !dbg !99
  %".421" = load [2 x i64], [2 x i64]* %".420", !dbg !99
  %".422" = extractvalue [2 x i64] %".421", 0 , !dbg !99
  %".423" = extractvalue [2 x i64] %".421", 1 , !dbg !99
  %".424" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".386", i32 0, i32 4 , !dbg !99
  %".425" = load i32*, i32** %".424", !dbg !99
  %".426" = mul i64 1, %".419", !dbg !99
  %".427" = mul i64 %".407", %".426", !dbg !99
  %".428" = add i64 0, %".427", !dbg !99
  %".429" = mul i64 %".410", 1, !dbg !99
  %".430" = add i64 %".428", %".429", !dbg !99
  %".431" = getelementptr i32, i32* %".425", i64 %".430" , !dbg !99
  %".432" = load i32, i32* %".431", !dbg !99
  %".433" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !99
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".434"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".433", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".434", !dbg !99
  %".438" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".434", i32 0, i32 5 , !dbg !99
  %".439" = getelementptr inbounds [1 x i64], [1 x i64]* %".438", i32 0, i32 0 , !dbg !99
  %".440" = load i64, i64* %".439", !dbg !99, !range !96
  %".441" = insertvalue [1 x i64] undef, i64 %".440", 0 , !dbg !99
  %".442" = extractvalue [1 x i64] %".441", 0 , !dbg !99
  %".443" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".434", i32 0, i32 6 , !dbg !99
  %".444" = load [1 x i64], [1 x i64]* %".443", !dbg !99
  %".445" = extractvalue [1 x i64] %".444", 0 , !dbg !99
  %".446" = icmp slt i64 2, 0 , !dbg !99
  %".447" = add i64 2, %".442", !dbg !99
  %".448" = select  i1 %".446", i64 %".447", i64 2 , !dbg !99
  %".449" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".434", i32 0, i32 5 , !dbg !99
  %".450" = getelementptr inbounds [1 x i64], [1 x i64]* %".449", i32 0, i32 0 , !dbg !99
  %".451" = load i64, i64* %".450", !dbg !99, !range !96
  %".452" = insertvalue [1 x i64] undef, i64 %".451", 0 , !dbg !99
  %".453" = extractvalue [1 x i64] %".452", 0 , !dbg !99
  %".454" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".434", i32 0, i32 6 , !dbg !99
  %".455" = load [1 x i64], [1 x i64]* %".454", !dbg !99
  %".456" = extractvalue [1 x i64] %".455", 0 , !dbg !99
  %".457" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".434", i32 0, i32 4 , !dbg !99
  %".458" = load i32*, i32** %".457", !dbg !99
  %".459" = mul i64 %".448", 1, !dbg !99
  %".460" = add i64 0, %".459", !dbg !99
  %".461" = getelementptr i32, i32* %".458", i64 %".460" , !dbg !99
  store i32 %".432", i32* %".461", !dbg !99
  %".463" = load i64, i64* %"y", !dbg !100
  %".464" = add nsw i64 %".463", 1, !dbg !100
  %".465" = load i64, i64* %"x", !dbg !100
  %".466" = insertvalue [2 x i64] undef, i64 %".465", 0 , !dbg !100
  %".467" = insertvalue [2 x i64] %".466", i64 %".464", 1 , !dbg !100
  %".468" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !100
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".469"
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %".468", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".469", !dbg !100
  %".473" = extractvalue [2 x i64] %".467", 0 , !dbg !100
  %".474" = extractvalue [2 x i64] %".467", 1 , !dbg !100
  %".475" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".469", i32 0, i32 5 , !dbg !100
  %".476" = getelementptr inbounds [2 x i64], [2 x i64]* %".475", i32 0, i32 0 , !dbg !100
  %".477" = load i64, i64* %".476", !dbg !100, !range !96
  %".478" = getelementptr inbounds [2 x i64], [2 x i64]* %".475", i32 0, i32 1 , !dbg !100
  %".479" = load i64, i64* %".478", !dbg !100, !range !96
  %".480" = insertvalue [2 x i64] undef, i64 %".477", 0 , !dbg !100
  %".481" = insertvalue [2 x i64] %".480", i64 %".479", 1 , !dbg !100
  %".482" = extractvalue [2 x i64] %".481", 0 , !dbg !100
  %".483" = extractvalue [2 x i64] %".481", 1 , !dbg !100
  %".484" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".469", i32 0, i32 6 , !dbg !100
  %".485" = load [2 x i64], [2 x i64]* %".484", !dbg !100
  %".486" = extractvalue [2 x i64] %".485", 0 , !dbg !100
  %".487" = extractvalue [2 x i64] %".485", 1 , !dbg !100
  %".488" = icmp slt i64 %".473", 0 , !dbg !100
  %".489" = add i64 %".473", %".482", !dbg !100
  %".490" = select  i1 %".488", i64 %".489", i64 %".473" , !dbg !100
  %".491" = icmp slt i64 %".474", 0 , !dbg !100
  %".492" = add i64 %".474", %".483", !dbg !100
  %".493" = select  i1 %".491", i64 %".492", i64 %".474" , !dbg !100
  %".494" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".469", i32 0, i32 5 , !dbg !100
  %".495" = getelementptr inbounds [2 x i64], [2 x i64]* %".494", i32 0, i32 0 , !dbg !100
  %".496" = load i64, i64* %".495", !dbg !100, !range !96
  %".497" = getelementptr inbounds [2 x i64], [2 x i64]* %".494", i32 0, i32 1 , !dbg !100
  %".498" = load i64, i64* %".497", !dbg !100, !range !96
  %".499" = insertvalue [2 x i64] undef, i64 %".496", 0 , !dbg !100
  %".500" = insertvalue [2 x i64] %".499", i64 %".498", 1 , !dbg !100
  %".501" = extractvalue [2 x i64] %".500", 0 , !dbg !100
  %".502" = extractvalue [2 x i64] %".500", 1 , !dbg !100
  %".503" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".469", i32 0, i32 6 , !dbg !100
  %".504" = load [2 x i64], [2 x i64]* %".503", !dbg !100
  %".505" = extractvalue [2 x i64] %".504", 0 , !dbg !100
  %".506" = extractvalue [2 x i64] %".504", 1 , !dbg !100
  %".507" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".469", i32 0, i32 4 , !dbg !100
  %".508" = load i32*, i32** %".507", !dbg !100
  %".509" = mul i64 1, %".502", !dbg !100
  %".510" = mul i64 %".490", %".509", !dbg !100
  %".511" = add i64 0, %".510", !dbg !100
  %".512" = mul i64 %".493", 1, !dbg !100
  %".513" = add i64 %".511", %".512", !dbg !100
  %".514" = getelementptr i32, i32* %".508", i64 %".513" , !dbg !100
  %".515" = load i32, i32* %".514", !dbg !100
  %".516" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !100
  %".517" = load i64, i64* %"n.1", !dbg !100
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".518"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".516", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".518", !dbg !100
  %".522" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".518", i32 0, i32 5 , !dbg !100
  %".523" = getelementptr inbounds [1 x i64], [1 x i64]* %".522", i32 0, i32 0 , !dbg !100
  %".524" = load i64, i64* %".523", !dbg !100, !range !96
  %".525" = insertvalue [1 x i64] undef, i64 %".524", 0 , !dbg !100
  %".526" = extractvalue [1 x i64] %".525", 0 , !dbg !100
  %".527" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".518", i32 0, i32 6 , !dbg !100
  %".528" = load [1 x i64], [1 x i64]* %".527", !dbg !100
  %".529" = extractvalue [1 x i64] %".528", 0 , !dbg !100
  %".530" = icmp slt i64 %".517", 0 , !dbg !100
  %".531" = add i64 %".517", %".526", !dbg !100
  %".532" = select  i1 %".530", i64 %".531", i64 %".517" , !dbg !100
  %".533" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".518", i32 0, i32 5 , !dbg !100
  %".534" = getelementptr inbounds [1 x i64], [1 x i64]* %".533", i32 0, i32 0 , !dbg !100
  %".535" = load i64, i64* %".534", !dbg !100, !range !96
  %".536" = insertvalue [1 x i64] undef, i64 %".535", 0 , !dbg !100
  %".537" = extractvalue [1 x i64] %".536", 0 , !dbg !100
  %".538" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".518", i32 0, i32 6 , !dbg !100
  %".539" = load [1 x i64], [1 x i64]* %".538", !dbg !100
  %".540" = extractvalue [1 x i64] %".539", 0 , !dbg !100
  %".541" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".518", i32 0, i32 4 , !dbg !100
  %".542" = load i32*, i32** %".541", !dbg !100
  %".543" = mul i64 %".532", 1, !dbg !100
  %".544" = add i64 0, %".543", !dbg !100
  %".545" = getelementptr i32, i32* %".542", i64 %".544" , !dbg !100
  store i32 %".515", i32* %".545", !dbg !100
  %".547" = load i64, i64* %"n.1", !dbg !100
  store i64 0, i64* %"n.1", !dbg !100
  %".549" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !101
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".550"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".549", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".550", !dbg !101
  %".554" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".550", i32 0, i32 5 , !dbg !101
  %".555" = getelementptr inbounds [1 x i64], [1 x i64]* %".554", i32 0, i32 0 , !dbg !101
  %".556" = load i64, i64* %".555", !dbg !101, !range !96
  %".557" = insertvalue [1 x i64] undef, i64 %".556", 0 , !dbg !101
  %".558" = extractvalue [1 x i64] %".557", 0 , !dbg !101
  %".559" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".550", i32 0, i32 6 , !dbg !101
  %".560" = load [1 x i64], [1 x i64]* %".559", !dbg !101
  %".561" = extractvalue [1 x i64] %".560", 0 , !dbg !101
  %".562" = icmp slt i64 0, 0 , !dbg !101
  %".563" = add i64 0, %".558", !dbg !101
  %".564" = select  i1 %".562", i64 %".563", i64 0 , !dbg !101
  %".565" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".550", i32 0, i32 5 , !dbg !101
  %".566" = getelementptr inbounds [1 x i64], [1 x i64]* %".565", i32 0, i32 0 , !dbg !101
  %".567" = load i64, i64* %".566", !dbg !101, !range !96
  %".568" = insertvalue [1 x i64] undef, i64 %".567", 0 , !dbg !101
  %".569" = extractvalue [1 x i64] %".568", 0 , !dbg !101
  %".570" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".550", i32 0, i32 6 , !dbg !101
  %".571" = load [1 x i64], [1 x i64]* %".570", !dbg !101
  %".572" = extractvalue [1 x i64] %".571", 0 , !dbg !101
  %".573" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".550", i32 0, i32 4 , !dbg !101
  %".574" = load i32*, i32** %".573", !dbg !101
  %".575" = mul i64 %".564", 1, !dbg !101
  %".576" = add i64 0, %".575", !dbg !101
  %".577" = getelementptr i32, i32* %".574", i64 %".576" , !dbg !101
  %".578" = load i32, i32* %".577", !dbg !101
  %".579" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !101
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".580"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".579", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".580", !dbg !101
  %".584" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".580", i32 0, i32 5 , !dbg !101
  %".585" = getelementptr inbounds [1 x i64], [1 x i64]* %".584", i32 0, i32 0 , !dbg !101
  %".586" = load i64, i64* %".585", !dbg !101, !range !96
  %".587" = insertvalue [1 x i64] undef, i64 %".586", 0 , !dbg !101
  %".588" = extractvalue [1 x i64] %".587", 0 , !dbg !101
  %".589" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".580", i32 0, i32 6 , !dbg !101
  %".590" = load [1 x i64], [1 x i64]* %".589", !dbg !101
  %".591" = extractvalue [1 x i64] %".590", 0 , !dbg !101
  %".592" = icmp slt i64 1, 0 , !dbg !101
  %".593" = add i64 1, %".588", !dbg !101
  %".594" = select  i1 %".592", i64 %".593", i64 1 , !dbg !101
  %".595" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".580", i32 0, i32 5 , !dbg !101
  %".596" = getelementptr inbounds [1 x i64], [1 x i64]* %".595", i32 0, i32 0 , !dbg !101
  %".597" = load i64, i64* %".596", !dbg !101, !range !96
  %".598" = insertvalue [1 x i64] undef, i64 %".597", 0 , !dbg !101
  %".599" = extractvalue [1 x i64] %".598", 0 , !dbg !101
  %".600" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".580", i32 0, i32 6 , !dbg !101
  %".601" = load [1 x i64], [1 x i64]* %".600", !dbg !101
  %".602" = extractvalue [1 x i64] %".601", 0 , !dbg !101
  %".603" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".580", i32 0, i32 4 , !dbg !101
  %".604" = load i32*, i32** %".603", !dbg !101
  %".605" = mul i64 %".594", 1, !dbg !101
  %".606" = add i64 0, %".605", !dbg !101
  %".607" = getelementptr i32, i32* %".604", i64 %".606" , !dbg !101
  %".608" = load i32, i32* %".607", !dbg !101
  %".609" = sext i32 %".578" to i64 , !dbg !101
  %".610" = sext i32 %".608" to i64 , !dbg !101
  %".611" = add nsw i64 %".609", %".610", !dbg !101
  %".612" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !101
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".613"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".612", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".613", !dbg !101
  %".617" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".613", i32 0, i32 5 , !dbg !101
  %".618" = getelementptr inbounds [1 x i64], [1 x i64]* %".617", i32 0, i32 0 , !dbg !101
  %".619" = load i64, i64* %".618", !dbg !101, !range !96
  %".620" = insertvalue [1 x i64] undef, i64 %".619", 0 , !dbg !101
  %".621" = extractvalue [1 x i64] %".620", 0 , !dbg !101
  %".622" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".613", i32 0, i32 6 , !dbg !101
  %".623" = load [1 x i64], [1 x i64]* %".622", !dbg !101
  %".624" = extractvalue [1 x i64] %".623", 0 , !dbg !101
  %".625" = icmp slt i64 2, 0 , !dbg !101
  %".626" = add i64 2, %".621", !dbg !101
  %".627" = select  i1 %".625", i64 %".626", i64 2 , !dbg !101
  %".628" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".613", i32 0, i32 5 , !dbg !101
  %".629" = getelementptr inbounds [1 x i64], [1 x i64]* %".628", i32 0, i32 0 , !dbg !101
  %".630" = load i64, i64* %".629", !dbg !101, !range !96
  %".631" = insertvalue [1 x i64] undef, i64 %".630", 0 , !dbg !101
  %".632" = extractvalue [1 x i64] %".631", 0 , !dbg !101
  %".633" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".613", i32 0, i32 6 , !dbg !101
  %".634" = load [1 x i64], [1 x i64]* %".633", !dbg !101
  %".635" = extractvalue [1 x i64] %".634", 0 , !dbg !101
  %".636" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".613", i32 0, i32 4 , !dbg !101
  %".637" = load i32*, i32** %".636", !dbg !101
  %".638" = mul i64 %".627", 1, !dbg !101
  %".639" = add i64 0, %".638", !dbg !101
  %".640" = getelementptr i32, i32* %".637", i64 %".639" , !dbg !101
  %".641" = load i32, i32* %".640", !dbg !101
  %".642" = sext i32 %".641" to i64 , !dbg !101
  %".643" = add nsw i64 %".611", %".642", !dbg !101
  %".644" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !101
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".645"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".644", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".645", !dbg !101
  %".649" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".645", i32 0, i32 5 , !dbg !101
  %".650" = getelementptr inbounds [1 x i64], [1 x i64]* %".649", i32 0, i32 0 , !dbg !101
  %".651" = load i64, i64* %".650", !dbg !101, !range !96
  %".652" = insertvalue [1 x i64] undef, i64 %".651", 0 , !dbg !101
  %".653" = extractvalue [1 x i64] %".652", 0 , !dbg !101
  %".654" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".645", i32 0, i32 6 , !dbg !101
  %".655" = load [1 x i64], [1 x i64]* %".654", !dbg !101
  %".656" = extractvalue [1 x i64] %".655", 0 , !dbg !101
  %".657" = icmp slt i64 3, 0 , !dbg !101
  %".658" = add i64 3, %".653", !dbg !101
  %".659" = select  i1 %".657", i64 %".658", i64 3 , !dbg !101
  %".660" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".645", i32 0, i32 5 , !dbg !101
  %".661" = getelementptr inbounds [1 x i64], [1 x i64]* %".660", i32 0, i32 0 , !dbg !101
  %".662" = load i64, i64* %".661", !dbg !101, !range !96
  %".663" = insertvalue [1 x i64] undef, i64 %".662", 0 , !dbg !101
  %".664" = extractvalue [1 x i64] %".663", 0 , !dbg !101
  %".665" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".645", i32 0, i32 6 , !dbg !101
  %".666" = load [1 x i64], [1 x i64]* %".665", !dbg !101
  %".667" = extractvalue [1 x i64] %".666", 0 , !dbg !101
  %".668" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".645", i32 0, i32 4 , !dbg !101
  %".669" = load i32*, i32** %".668", !dbg !101
  %".670" = mul i64 %".659", 1, !dbg !101
  %".671" = add i64 0, %".670", !dbg !101
  %".672" = getelementptr i32, i32* %".669", i64 %".671" , !dbg !101
  %".673" = load i32, i32* %".672", !dbg !101
  %".674" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !101
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !101
  %".676" = sext i32 %".673" to i64 , !dbg !101
  %".677" = add nsw i64 %".643", %".676", !dbg !101
  %".678" = load i64, i64* %"x", !dbg !101
  %".679" = load i64, i64* %"y", !dbg !101
  %".680" = insertvalue [2 x i64] undef, i64 %".678", 0 , !dbg !101
  %".681" = insertvalue [2 x i64] %".680", i64 %".679", 1 , !dbg !101
  %".682" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !101
  %".683" = extractvalue [2 x i64] %".681", 0 , !dbg !101
  %".684" = extractvalue [2 x i64] %".681", 1 , !dbg !101
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".685"
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %".682", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".685", !dbg !101
  %".689" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".685", i32 0, i32 5 , !dbg !101
  %".690" = getelementptr inbounds [2 x i64], [2 x i64]* %".689", i32 0, i32 0 , !dbg !101
  %".691" = load i64, i64* %".690", !dbg !101, !range !96
  %".692" = getelementptr inbounds [2 x i64], [2 x i64]* %".689", i32 0, i32 1 , !dbg !101
  %".693" = load i64, i64* %".692", !dbg !101, !range !96
  %".694" = insertvalue [2 x i64] undef, i64 %".691", 0 , !dbg !101
  %".695" = insertvalue [2 x i64] %".694", i64 %".693", 1 , !dbg !101
  %".696" = extractvalue [2 x i64] %".695", 0 , !dbg !101
  %".697" = extractvalue [2 x i64] %".695", 1 , !dbg !101
  %".698" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".685", i32 0, i32 6 , !dbg !101
  %".699" = load [2 x i64], [2 x i64]* %".698", !dbg !101
  %".700" = extractvalue [2 x i64] %".699", 0 , !dbg !101
  %".701" = extractvalue [2 x i64] %".699", 1 , !dbg !101
  %".702" = icmp slt i64 %".683", 0 , !dbg !101
  %".703" = add i64 %".683", %".696", !dbg !101
  %".704" = select  i1 %".702", i64 %".703", i64 %".683" , !dbg !101
  %".705" = icmp slt i64 %".684", 0 , !dbg !101
  %".706" = add i64 %".684", %".697", !dbg !101
  %".707" = select  i1 %".705", i64 %".706", i64 %".684" , !dbg !101
  %".708" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".685", i32 0, i32 5 , !dbg !101
  %".709" = getelementptr inbounds [2 x i64], [2 x i64]* %".708", i32 0, i32 0 , !dbg !101
  %".710" = load i64, i64* %".709", !dbg !101, !range !96
  %".711" = getelementptr inbounds [2 x i64], [2 x i64]* %".708", i32 0, i32 1 , !dbg !101
  %".712" = load i64, i64* %".711", !dbg !101, !range !96
  %".713" = insertvalue [2 x i64] undef, i64 %".710", 0 , !dbg !101
  %".714" = insertvalue [2 x i64] %".713", i64 %".712", 1 , !dbg !101
  %".715" = extractvalue [2 x i64] %".714", 0 , !dbg !101
  %".716" = extractvalue [2 x i64] %".714", 1 , !dbg !101
  %".717" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".685", i32 0, i32 6 , !dbg !101
  %".718" = load [2 x i64], [2 x i64]* %".717", !dbg !101
  %".719" = extractvalue [2 x i64] %".718", 0 , !dbg !101
  %".720" = extractvalue [2 x i64] %".718", 1 , !dbg !101
  %".721" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".685", i32 0, i32 4 , !dbg !101
  %".722" = load i32*, i32** %".721", !dbg !101
  %".723" = mul i64 1, %".716", !dbg !101
  %".724" = mul i64 %".704", %".723", !dbg !101
  %".725" = add i64 0, %".724", !dbg !101
  %".726" = mul i64 %".707", 1, !dbg !101
  %".727" = add i64 %".725", %".726", !dbg !101
  %".728" = getelementptr i32, i32* %".722", i64 %".727" , !dbg !101
  %".729" = trunc i64 %".677" to i32 , !dbg !101
  store i32 %".729", i32* %".728", !dbg !101
  %".731" = load i64, i64* %"x", !dbg !102
  %".732" = load i64, i64* %"y", !dbg !102
  %".733" = insertvalue [2 x i64] undef, i64 %".731", 0 , !dbg !102
  %".734" = insertvalue [2 x i64] %".733", i64 %".732", 1 , !dbg !102
  %".735" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !102
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".736"
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %".735", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".736", !dbg !102
  %".740" = extractvalue [2 x i64] %".734", 0 , !dbg !102
  %".741" = extractvalue [2 x i64] %".734", 1 , !dbg !102
  %".742" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".736", i32 0, i32 5 , !dbg !102
  %".743" = getelementptr inbounds [2 x i64], [2 x i64]* %".742", i32 0, i32 0 , !dbg !102
  %".744" = load i64, i64* %".743", !dbg !102, !range !96
  %".745" = getelementptr inbounds [2 x i64], [2 x i64]* %".742", i32 0, i32 1 , !dbg !102
  %".746" = load i64, i64* %".745", !dbg !102, !range !96
  %".747" = insertvalue [2 x i64] undef, i64 %".744", 0 , !dbg !102
  %".748" = insertvalue [2 x i64] %".747", i64 %".746", 1 , !dbg !102
  %".749" = extractvalue [2 x i64] %".748", 0 , !dbg !102
  %".750" = extractvalue [2 x i64] %".748", 1 , !dbg !102
  %".751" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".736", i32 0, i32 6 , !dbg !102
  %".752" = load [2 x i64], [2 x i64]* %".751", !dbg !102
  %".753" = extractvalue [2 x i64] %".752", 0 , !dbg !102
  %".754" = extractvalue [2 x i64] %".752", 1 , !dbg !102
  %".755" = icmp slt i64 %".740", 0 , !dbg !102
  %".756" = add i64 %".740", %".749", !dbg !102
  %".757" = select  i1 %".755", i64 %".756", i64 %".740" , !dbg !102
  %".758" = icmp slt i64 %".741", 0 , !dbg !102
  %".759" = add i64 %".741", %".750", !dbg !102
  %".760" = select  i1 %".758", i64 %".759", i64 %".741" , !dbg !102
  %".761" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".736", i32 0, i32 5 , !dbg !102
  %".762" = getelementptr inbounds [2 x i64], [2 x i64]* %".761", i32 0, i32 0 , !dbg !102
  %".763" = load i64, i64* %".762", !dbg !102, !range !96
  %".764" = getelementptr inbounds [2 x i64], [2 x i64]* %".761", i32 0, i32 1 , !dbg !102
  %".765" = load i64, i64* %".764", !dbg !102, !range !96
  %".766" = insertvalue [2 x i64] undef, i64 %".763", 0 , !dbg !102
  %".767" = insertvalue [2 x i64] %".766", i64 %".765", 1 , !dbg !102
  %".768" = extractvalue [2 x i64] %".767", 0 , !dbg !102
  %".769" = extractvalue [2 x i64] %".767", 1 , !dbg !102
  %".770" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".736", i32 0, i32 6 , !dbg !102
  %".771" = load [2 x i64], [2 x i64]* %".770", !dbg !102
  %".772" = extractvalue [2 x i64] %".771", 0 , !dbg !102
  %".773" = extractvalue [2 x i64] %".771", 1 , !dbg !102
  %".774" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".736", i32 0, i32 4 , !dbg !102
  %".775" = load i32*, i32** %".774", !dbg !102
  %".776" = mul i64 1, %".769", !dbg !102
  %".777" = mul i64 %".757", %".776", !dbg !102
  %".778" = add i64 0, %".777", !dbg !102
  %".779" = mul i64 %".760", 1, !dbg !102
  %".780" = add i64 %".778", %".779", !dbg !102
  %".781" = getelementptr i32, i32* %".775", i64 %".780" , !dbg !102
  %".782" = load i32, i32* %".781", !dbg !102
  %".783" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !102
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !102
  %".785" = load i64, i64* %"x", !dbg !102
  %".786" = load i64, i64* %"y", !dbg !102
  %".787" = insertvalue [2 x i64] undef, i64 %".785", 0 , !dbg !102
  %".788" = insertvalue [2 x i64] %".787", i64 %".786", 1 , !dbg !102
  %".789" = load i64, i64* %"y", !dbg !102
  store i64 0, i64* %"y", !dbg !102
  %".791" = load i64, i64* %"x", !dbg !102
  store i64 0, i64* %"x", !dbg !102
  %".793" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !102
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".794"
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} %".793", {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".794", !dbg !102
  %".798" = extractvalue [2 x i64] %".788", 0 , !dbg !102
  %".799" = extractvalue [2 x i64] %".788", 1 , !dbg !102
  %".800" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".794", i32 0, i32 5 , !dbg !102
  %".801" = getelementptr inbounds [2 x i64], [2 x i64]* %".800", i32 0, i32 0 , !dbg !102
  %".802" = load i64, i64* %".801", !dbg !102, !range !96
  %".803" = getelementptr inbounds [2 x i64], [2 x i64]* %".800", i32 0, i32 1 , !dbg !102
  %".804" = load i64, i64* %".803", !dbg !102, !range !96
  %".805" = insertvalue [2 x i64] undef, i64 %".802", 0 , !dbg !102
  %".806" = insertvalue [2 x i64] %".805", i64 %".804", 1 , !dbg !102
  %".807" = extractvalue [2 x i64] %".806", 0 , !dbg !102
  %".808" = extractvalue [2 x i64] %".806", 1 , !dbg !102
  %".809" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".794", i32 0, i32 6 , !dbg !102
  %".810" = load [2 x i64], [2 x i64]* %".809", !dbg !102
  %".811" = extractvalue [2 x i64] %".810", 0 , !dbg !102
  %".812" = extractvalue [2 x i64] %".810", 1 , !dbg !102
  %".813" = icmp slt i64 %".798", 0 , !dbg !102
  %".814" = add i64 %".798", %".807", !dbg !102
  %".815" = select  i1 %".813", i64 %".814", i64 %".798" , !dbg !102
  %".816" = icmp slt i64 %".799", 0 , !dbg !102
  %".817" = add i64 %".799", %".808", !dbg !102
  %".818" = select  i1 %".816", i64 %".817", i64 %".799" , !dbg !102
  %".819" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".794", i32 0, i32 5 , !dbg !102
  %".820" = getelementptr inbounds [2 x i64], [2 x i64]* %".819", i32 0, i32 0 , !dbg !102
  %".821" = load i64, i64* %".820", !dbg !102, !range !96
  %".822" = getelementptr inbounds [2 x i64], [2 x i64]* %".819", i32 0, i32 1 , !dbg !102
  %".823" = load i64, i64* %".822", !dbg !102, !range !96
  %".824" = insertvalue [2 x i64] undef, i64 %".821", 0 , !dbg !102
  %".825" = insertvalue [2 x i64] %".824", i64 %".823", 1 , !dbg !102
  %".826" = extractvalue [2 x i64] %".825", 0 , !dbg !102
  %".827" = extractvalue [2 x i64] %".825", 1 , !dbg !102
  %".828" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".794", i32 0, i32 6 , !dbg !102
  %".829" = load [2 x i64], [2 x i64]* %".828", !dbg !102
  %".830" = extractvalue [2 x i64] %".829", 0 , !dbg !102
  %".831" = extractvalue [2 x i64] %".829", 1 , !dbg !102
  %".832" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %".794", i32 0, i32 4 , !dbg !102
  %".833" = load i32*, i32** %".832", !dbg !102
  %".834" = mul i64 1, %".827", !dbg !102
  %".835" = mul i64 %".815", %".834", !dbg !102
  %".836" = add i64 0, %".835", !dbg !102
  %".837" = mul i64 %".818", 1, !dbg !102
  %".838" = add i64 %".836", %".837", !dbg !102
  %".839" = getelementptr i32, i32* %".833", i64 %".838" , !dbg !102
  %".840" = load i32, i32* %".839", !dbg !102
  %".841" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !102
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !102
  %".843" = sext i32 %".840" to i64 , !dbg !102
  %".844" = mul nsw i64 4, %".843", !dbg !102
  %".845" = sext i32 %".782" to i64 , !dbg !102
  %".846" = icmp eq i64 %".845", %".844" , !dbg !102
  %".848" = load i1, i1* %"$516pred", !dbg !102
  store i1 %".846", i1* %"$516pred", !dbg !102
  %".850" = load i1, i1* %"$516pred", !dbg !102
  br i1 %".850", label %"B530", label %"B518", !dbg !102
B518:
  %".852" = load i1, i1* %"$516pred", !dbg !102
  store i1 0, i1* %"$516pred", !dbg !102
  ret i32 1, !dbg !102
B522:
  %".855" = load i64, i64* %"y", !dbg !95
  store i64 0, i64* %"y", !dbg !95
  %".857" = load i64, i64* %"x", !dbg !95
  store i64 0, i64* %"x", !dbg !95
  %".859" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !95
  %".861" = load i64, i64* %"n.1", !dbg !95
  store i64 0, i64* %"n.1", !dbg !95
  %".863" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !95
  %".865" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !95
  %".867" = load i1, i1* %"$188pred", !dbg !95
  store i1 0, i1* %"$188pred", !dbg !95
  store i8* null, i8** %".ret", !dbg !95
  ret i32 0, !dbg !95
B526:
  %".871" = load i64, i64* %"y", !dbg !95
  store i64 0, i64* %"y", !dbg !95
  %".873" = load i64, i64* %"x", !dbg !95
  store i64 0, i64* %"x", !dbg !95
  %".875" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"window", !dbg !95
  %".877" = load i64, i64* %"n.1", !dbg !95
  store i64 0, i64* %"n.1", !dbg !95
  %".879" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"b", !dbg !95
  %".881" = load {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !95
  store {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}* %"a", !dbg !95
  %".883" = load i1, i1* %"$250pred", !dbg !95
  store i1 0, i1* %"$250pred", !dbg !95
  store i8* null, i8** %".ret", !dbg !95
  ret i32 0, !dbg !95
B530:
  %".887" = load i1, i1* %"$516pred", !dbg !102
  store i1 0, i1* %"$516pred", !dbg !102
  store i8* null, i8** %".ret", !dbg !102
  ret i32 0, !dbg !102
}

declare void @"llvm.dbg.declare"(metadata %".1", metadata %".2", metadata %".3")

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ntid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ctaid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.y"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ntid.y"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ctaid.y"()

declare void @"llvm.dbg.value"(metadata %".1", metadata %".2", metadata %".3")

!nvvmir.version = !{ !0 }
!llvm.dbg.cu = !{ !2 }
!llvm.module.flags = !{ !103, !104 }
!0 = !{ i32 2, i32 0, i32 3, i32 2 }
!1 = !DIFile(directory: "FOLDER", filename: "kernels.py")
!2 = distinct !DICompileUnit(emissionKind: DebugDirectivesOnly, file: !1, isOptimized: true, language: DW_LANG_C_plus_plus, producer: "clang (Numba)", runtimeVersion: 0)
!3 = !DIBasicType(encoding: DW_ATE_unsigned, name: "i8", size: 8)
!4 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!5 = !DIDerivedType(baseType: !4, size: 64, tag: DW_TAG_pointer_type)
!6 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!7 = !DIDerivedType(baseType: !6, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!8 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!9 = !DIDerivedType(baseType: !8, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!10 = !DIBasicType(encoding: DW_ATE_signed, name: "int64", size: 64)
!11 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!12 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!13 = !DIBasicType(encoding: DW_ATE_signed, name: "int32", size: 32)
!14 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!15 = !DIDerivedType(baseType: !14, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!16 = !DISubrange(count: 2)
!17 = !{ !16 }
!18 = !DICompositeType(baseType: !10, elements: !17, identifier: "[2 x i64]", name: "UniTuple(int64 x 2) ([2 x i64])", size: 128, tag: DW_TAG_array_type)
!19 = !DIDerivedType(baseType: !18, name: "shape", offset: 320, size: 128, tag: DW_TAG_member)
!20 = !DICompositeType(baseType: !10, elements: !17, identifier: "[2 x i64]", name: "UniTuple(int64 x 2) ([2 x i64])", size: 128, tag: DW_TAG_array_type)
!21 = !DIDerivedType(baseType: !20, name: "strides", offset: 448, size: 128, tag: DW_TAG_member)
!22 = !{ !7, !9, !11, !12, !15, !19, !21 }
!23 = distinct !DICompositeType(elements: !22, identifier: "{i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}", name: "array(int32, 2d, C) ({i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]})", size: 576, tag: DW_TAG_structure_type)
!24 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!25 = !DIDerivedType(baseType: !24, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!26 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!27 = !DIDerivedType(baseType: !26, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!28 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!29 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!30 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!31 = !DIDerivedType(baseType: !30, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!32 = !DICompositeType(baseType: !10, elements: !17, identifier: "[2 x i64]", name: "UniTuple(int64 x 2) ([2 x i64])", size: 128, tag: DW_TAG_array_type)
!33 = !DIDerivedType(baseType: !32, name: "shape", offset: 320, size: 128, tag: DW_TAG_member)
!34 = !DICompositeType(baseType: !10, elements: !17, identifier: "[2 x i64]", name: "UniTuple(int64 x 2) ([2 x i64])", size: 128, tag: DW_TAG_array_type)
!35 = !DIDerivedType(baseType: !34, name: "strides", offset: 448, size: 128, tag: DW_TAG_member)
!36 = !{ !25, !27, !28, !29, !31, !33, !35 }
!37 = distinct !DICompositeType(elements: !36, identifier: "{i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}", name: "array(int32, 2d, C) ({i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]})", size: 576, tag: DW_TAG_structure_type)
!38 = !{ !5, !23, !37, !10 }
!39 = !DISubroutineType(types: !38)
!40 = distinct !DISubprogram(file: !1, isDefinition: true, isLocal: false, isOptimized: true, line: 48, linkageName: "_ZN13numba_kernels7kernels7stencilB3v11B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi2E1C7mutable7alignedE5ArrayIiLi2E1C7mutable7alignedEx", name: "stencil", scope: !1, scopeLine: 48, type: !39, unit: !2)
!41 = !DILocation(column: 1, line: 48, scope: !40)
!42 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!43 = !DIDerivedType(baseType: !42, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!44 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!45 = !DIDerivedType(baseType: !44, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!46 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!47 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!48 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!49 = !DIDerivedType(baseType: !48, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!50 = !DICompositeType(baseType: !10, elements: !17, identifier: "[2 x i64]", name: "UniTuple(int64 x 2) ([2 x i64])", size: 128, tag: DW_TAG_array_type)
!51 = !DIDerivedType(baseType: !50, name: "shape", offset: 320, size: 128, tag: DW_TAG_member)
!52 = !DICompositeType(baseType: !10, elements: !17, identifier: "[2 x i64]", name: "UniTuple(int64 x 2) ([2 x i64])", size: 128, tag: DW_TAG_array_type)
!53 = !DIDerivedType(baseType: !52, name: "strides", offset: 448, size: 128, tag: DW_TAG_member)
!54 = !{ !43, !45, !46, !47, !49, !51, !53 }
!55 = distinct !DICompositeType(elements: !54, identifier: "{i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}", name: "array(int32, 2d, C) ({i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]})", size: 576, tag: DW_TAG_structure_type)
!56 = !DILocalVariable(arg: 1, file: !1, line: 48, name: "a", scope: !40, type: !55)
!57 = !DIExpression()
!58 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!59 = !DIDerivedType(baseType: !58, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!60 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!61 = !DIDerivedType(baseType: !60, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!62 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!63 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!64 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!65 = !DIDerivedType(baseType: !64, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!66 = !DICompositeType(baseType: !10, elements: !17, identifier: "[2 x i64]", name: "UniTuple(int64 x 2) ([2 x i64])", size: 128, tag: DW_TAG_array_type)
!67 = !DIDerivedType(baseType: !66, name: "shape", offset: 320, size: 128, tag: DW_TAG_member)
!68 = !DICompositeType(baseType: !10, elements: !17, identifier: "[2 x i64]", name: "UniTuple(int64 x 2) ([2 x i64])", size: 128, tag: DW_TAG_array_type)
!69 = !DIDerivedType(baseType: !68, name: "strides", offset: 448, size: 128, tag: DW_TAG_member)
!70 = !{ !59, !61, !62, !63, !65, !67, !69 }
!71 = distinct !DICompositeType(elements: !70, identifier: "{i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]}", name: "array(int32, 2d, C) ({i8*, i8*, i64, i64, i32*, [2 x i64], [2 x i64]})", size: 576, tag: DW_TAG_structure_type)
!72 = !DILocalVariable(arg: 2, file: !1, line: 48, name: "b", scope: !40, type: !71)
!73 = !DILocalVariable(arg: 3, file: !1, line: 48, name: "n", scope: !40, type: !10)
!74 = !DILocation(column: 1, line: 49, scope: !40)
!75 = !DILocalVariable(arg: 0, file: !1, line: 49, name: "x", scope: !40, type: !10)
!76 = !DILocalVariable(arg: 0, file: !1, line: 49, name: "y", scope: !40, type: !10)
!77 = !DILocation(column: 1, line: 50, scope: !40)
!78 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!79 = !DIDerivedType(baseType: !78, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!80 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!81 = !DIDerivedType(baseType: !80, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!82 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!83 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!84 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!85 = !DIDerivedType(baseType: !84, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!86 = !DISubrange(count: 1)
!87 = !{ !86 }
!88 = !DICompositeType(baseType: !10, elements: !87, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!89 = !DIDerivedType(baseType: !88, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!90 = !DICompositeType(baseType: !10, elements: !87, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!91 = !DIDerivedType(baseType: !90, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!92 = !{ !79, !81, !82, !83, !85, !89, !91 }
!93 = distinct !DICompositeType(elements: !92, identifier: "{i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}", name: "array(int32, 1d, C) ({i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!94 = !DILocalVariable(arg: 0, file: !1, line: 50, name: "window", scope: !40, type: !93)
!95 = !DILocation(column: 1, line: 51, scope: !40)
!96 = !{ i64 0, i64 9223372036854775807 }
!97 = !DILocation(column: 1, line: 52, scope: !40)
!98 = !DILocation(column: 1, line: 53, scope: !40)
!99 = !DILocation(column: 1, line: 54, scope: !40)
!100 = !DILocation(column: 1, line: 55, scope: !40)
!101 = !DILocation(column: 1, line: 56, scope: !40)
!102 = !DILocation(column: 1, line: 57, scope: !40)
!103 = !{ i32 2, !"Dwarf Version", i32 4 }
!104 = !{ i32 2, !"Debug Info Version", i32 3 }