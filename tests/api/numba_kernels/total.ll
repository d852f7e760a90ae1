; Made by numba-cuda 0.30.4 of numba_kernels.kernels.py.
; ('_ZN13numba_kernels7kernels5totalB3v15B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE', {'_ZN13numba_kernels7kernels6squareB3v16B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dEf': {1: ('ValueError', ('too large',), ('square', 20))}, '_ZN13numba_kernels7kernels5totalB3v15B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE': {1: ('AssertionError', None, ('total', 37))}})
; ---- module
; ModuleID = "total$15"
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

@"_ZN08NumbaEnv13numba_kernels7kernels5totalB3v15B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE" = common global i8* null
define i32 @"_ZN13numba_kernels7kernels5totalB3v15B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE"(i8** %".ret", i8* %"a.0", i8* %"a.1", i64 %"a.2", i64 %"a.3", float* %"a.4", i64 %"a.5.0", i64 %"a.6.0", i8* %"out.0", i8* %"out.1", i64 %"out.2", i64 %"out.3", float* %"out.4", i64 %"out.5.0", i64 %"out.6.0") !dbg !40
{
entry:
  %"inserted.meminfo" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} undef, i8* %"a.0", 0
  %"inserted.parent" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.meminfo", i8* %"a.1", 1
  %"inserted.nitems" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.parent", i64 %"a.2", 2
  %"inserted.itemsize" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.nitems", i64 %"a.3", 3
  %"inserted.data" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.itemsize", float* %"a.4", 4
  %".17" = insertvalue [1 x i64] undef, i64 %"a.5.0", 0
  %"inserted.shape" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.data", [1 x i64] %".17", 5
  %".18" = insertvalue [1 x i64] undef, i64 %"a.6.0", 0
  %"inserted.strides" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.shape", [1 x i64] %".18", 6
  %"inserted.meminfo.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} undef, i8* %"out.0", 0
  %"inserted.parent.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.meminfo.1", i8* %"out.1", 1
  %"inserted.nitems.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.parent.1", i64 %"out.2", 2
  %"inserted.itemsize.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.nitems.1", i64 %"out.3", 3
  %"inserted.data.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.itemsize.1", float* %"out.4", 4
  %".19" = insertvalue [1 x i64] undef, i64 %"out.5.0", 0
  %"inserted.shape.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.data.1", [1 x i64] %".19", 5
  %".20" = insertvalue [1 x i64] undef, i64 %"out.6.0", 0
  %"inserted.strides.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.shape.1", [1 x i64] %".20", 6
  %"out" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"out"
  %".24" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24"
  %"s" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s"
  %"t" = alloca i32
  store i32 0, i32* %"t"
  %".66" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".66"
  %".95" = alloca float
  store float 0.0, float* %".95"
  %".112" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".112"
  %"k.2" = alloca i64
  store i64 0, i64* %"k.2"
  %"$358pred" = alloca i1
  store i1 0, i1* %"$358pred"
  %"$236pred" = alloca i1
  store i1 0, i1* %"$236pred"
  %".164" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".164"
  %".198" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".198"
  %".231" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".231"
  %"quot" = alloca i64
  store i64 0, i64* %"quot"
  %"rem" = alloca i64
  store i64 0, i64* %"rem"
  %".272" = alloca i64
  store i64 0, i64* %".272"
  %".275" = alloca i64
  store i64 0, i64* %".275"
  %"$370pred" = alloca i1
  store i1 0, i1* %"$370pred"
  %".330" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".330"
  %".362" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".362"
  %".384" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".384"
  %"$472pred" = alloca i1
  store i1 0, i1* %"$472pred"
  br label %"B0"
B0:
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.strides.1", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"out"
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"out", metadata !56, metadata !57), !dbg !41
  %"generic" = addrspacecast [8 x float] addrspace(3)* @"_cudapy_smem_5" to i8* , !dbg !58
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24"
  %".27" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 4 , !dbg !58
  %".28" = load float*, float** %".27", !dbg !58
  %".29" = bitcast i8* %"generic" to float* , !dbg !58
  %".30" = insertvalue [1 x i64] undef, i64 8, 0 , !dbg !58
  %".31" = insertvalue [1 x i64] undef, i64 4, 0 , !dbg !58
  %".32" = extractvalue [1 x i64] %".30", 0 , !dbg !58
  %".33" = mul nsw i64 1, %".32", !dbg !58
  %".34" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 5 , !dbg !58
  store [1 x i64] %".30", [1 x i64]* %".34", !dbg !58
  %".36" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 6 , !dbg !58
  store [1 x i64] %".31", [1 x i64]* %".36", !dbg !58
  %".38" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 4 , !dbg !58
  store float* %".29", float** %".38", !dbg !58
  %".40" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 3 , !dbg !58
  store i64 4, i64* %".40", !dbg !58
  %".42" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 0 , !dbg !58
  store i8* null, i8** %".42", !dbg !58
  %".44" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 1 , !dbg !58
  store i8* null, i8** %".44", !dbg !58
  %".46" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 2 , !dbg !58
  store i64 %".33", i64* %".46", !dbg !58
  %".48" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".24", !dbg !58
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", metadata !73, metadata !57), !dbg !58
  %".51" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !58
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".48", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !58
  %".53" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.x"(), !dbg !74
  %".54" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.y"(), !dbg !74
  %".55" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.z"(), !dbg !74
  %".56" = insertvalue {i32, i32, i32} undef, i32 %".53", 0 , !dbg !74
  %".57" = insertvalue {i32, i32, i32} %".56", i32 %".54", 1 , !dbg !74
  %".58" = insertvalue {i32, i32, i32} %".57", i32 %".55", 2 , !dbg !74
  %".59" = extractvalue {i32, i32, i32} %".58", 0 , !dbg !74
  %".61" = load i32, i32* %"t", !dbg !74
  store i32 %".59", i32* %"t", !dbg !74
  call void @"llvm.dbg.value"(metadata i32 %".59", metadata !76, metadata !57), !dbg !74
  %".64" = load i32, i32* %"t", !dbg !77
  %".65" = sext i32 %".64" to i64 , !dbg !77
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".66"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.strides", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".66", !dbg !77
  %".70" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".66", i32 0, i32 5 , !dbg !77
  %".71" = getelementptr inbounds [1 x i64], [1 x i64]* %".70", i32 0, i32 0 , !dbg !77
  %".72" = load i64, i64* %".71", !dbg !77, !range !78
  %".73" = insertvalue [1 x i64] undef, i64 %".72", 0 , !dbg !77
  %".74" = extractvalue [1 x i64] %".73", 0 , !dbg !77
  %".75" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".66", i32 0, i32 6 , !dbg !77
  %".76" = load [1 x i64], [1 x i64]* %".75", !dbg !77
  %".77" = extractvalue [1 x i64] %".76", 0 , !dbg !77
  %".78" = icmp slt i64 %".65", 0 , !dbg !77
  %".79" = add i64 %".65", %".74", !dbg !77
  %".80" = select  i1 %".78", i64 %".79", i64 %".65" , !dbg !77
  %".81" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".66", i32 0, i32 5 , !dbg !77
  %".82" = getelementptr inbounds [1 x i64], [1 x i64]* %".81", i32 0, i32 0 , !dbg !77
  %".83" = load i64, i64* %".82", !dbg !77, !range !78
  %".84" = insertvalue [1 x i64] undef, i64 %".83", 0 , !dbg !77
  %".85" = extractvalue [1 x i64] %".84", 0 , !dbg !77
  %".86" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".66", i32 0, i32 6 , !dbg !77
  %".87" = load [1 x i64], [1 x i64]* %".86", !dbg !77
  %".88" = extractvalue [1 x i64] %".87", 0 , !dbg !77
  %".89" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".66", i32 0, i32 4 , !dbg !77
  %".90" = load float*, float** %".89", !dbg !77
  %".91" = mul i64 %".80", 1, !dbg !77
  %".92" = add i64 0, %".91", !dbg !77
  %".93" = getelementptr float, float* %".90", i64 %".92" , !dbg !77
  %".94" = load float, float* %".93", !dbg !77
  store float 0.0, float* %".95", !dbg !77
  %".98" = call i32 @"_ZN13numba_kernels7kernels6squareB3v16B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dEf"(float* %".95", float %".94"), !dbg !77
  %".99" = icmp eq i32 %".98", 0 , !dbg !77
  %".100" = icmp eq i32 %".98", -2 , !dbg !77
  %".101" = or i1 %".99", %".100", !dbg !77
  %".102" = xor i1 %".101", -1, !dbg !77
  %".103" = icmp eq i32 %".98", -1 , !dbg !77
  %".104" = icmp eq i32 %".98", -3 , !dbg !77
  %".105" = icmp sge i32 %".98", 1 , !dbg !77
  %".106" = load float, float* %".95", !dbg !77
  br i1 %".102", label %"B0.if", label %"B0.endif", !dbg !77, !prof !79
B226:
  %".148" = load i1, i1* %"$358pred", !dbg !84
  store i1 0, i1* %"$358pred", !dbg !84
  %".150" = load i32, i32* %"t", !dbg !84
  %".151" = load i64, i64* %"k.2", !dbg !84
  %".152" = sext i32 %".150" to i64 , !dbg !84
  %".153" = icmp slt i64 %".152", %".151" , !dbg !84
  %".155" = load i1, i1* %"$236pred", !dbg !84
  store i1 %".153", i1* %"$236pred", !dbg !84
  %".157" = load i1, i1* %"$236pred", !dbg !84
  br i1 %".157", label %"B238", label %"B288", !dbg !84
B238:
  %".159" = load i1, i1* %"$236pred", !dbg !85
  store i1 0, i1* %"$236pred", !dbg !85
  %".161" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !85
  %".162" = load i32, i32* %"t", !dbg !85
  %".163" = sext i32 %".162" to i64 , !dbg !85
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".164"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".161", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".164", !dbg !85
  %".168" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".164", i32 0, i32 5 , !dbg !85
  %".169" = getelementptr inbounds [1 x i64], [1 x i64]* %".168", i32 0, i32 0 , !dbg !85
  %".170" = load i64, i64* %".169", !dbg !85, !range !78
  %".171" = insertvalue [1 x i64] undef, i64 %".170", 0 , !dbg !85
  %".172" = extractvalue [1 x i64] %".171", 0 , !dbg !85
  %".173" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".164", i32 0, i32 6 , !dbg !85
  %".174" = load [1 x i64], [1 x i64]* %".173", !dbg !85
  %".175" = extractvalue [1 x i64] %".174", 0 , !dbg !85
  %".176" = icmp slt i64 %".163", 0 , !dbg !85
  %".177" = add i64 %".163", %".172", !dbg !85
  %".178" = select  i1 %".176", i64 %".177", i64 %".163" , !dbg !85
  %".179" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".164", i32 0, i32 5 , !dbg !85
  %".180" = getelementptr inbounds [1 x i64], [1 x i64]* %".179", i32 0, i32 0 , !dbg !85
  %".181" = load i64, i64* %".180", !dbg !85, !range !78
  %".182" = insertvalue [1 x i64] undef, i64 %".181", 0 , !dbg !85
  %".183" = extractvalue [1 x i64] %".182", 0 , !dbg !85
  %".184" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".164", i32 0, i32 6 , !dbg !85
  %".185" = load [1 x i64], [1 x i64]* %".184", !dbg !85
  %".186" = extractvalue [1 x i64] %".185", 0 , !dbg !85
  %".187" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".164", i32 0, i32 4 , !dbg !85
  %".188" = load float*, float** %".187", !dbg !85
  %".189" = mul i64 %".178", 1, !dbg !85
  %".190" = add i64 0, %".189", !dbg !85
  %".191" = getelementptr float, float* %".188", i64 %".190" , !dbg !85
  %".192" = load float, float* %".191", !dbg !85
  %".193" = load i32, i32* %"t", !dbg !85
  %".194" = load i64, i64* %"k.2", !dbg !85
  %".195" = sext i32 %".193" to i64 , !dbg !85
  %".196" = add nsw i64 %".195", %".194", !dbg !85
  %".197" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !85
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".198"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".197", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".198", !dbg !85
  %".202" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".198", i32 0, i32 5 , !dbg !85
  %".203" = getelementptr inbounds [1 x i64], [1 x i64]* %".202", i32 0, i32 0 , !dbg !85
  %".204" = load i64, i64* %".203", !dbg !85, !range !78
  %".205" = insertvalue [1 x i64] undef, i64 %".204", 0 , !dbg !85
  %".206" = extractvalue [1 x i64] %".205", 0 , !dbg !85
  %".207" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".198", i32 0, i32 6 , !dbg !85
  %".208" = load [1 x i64], [1 x i64]* %".207", !dbg !85
  %".209" = extractvalue [1 x i64] %".208", 0 , !dbg !85
  %".210" = icmp slt i64 %".196", 0 , !dbg !85
  %".211" = add i64 %".196", %".206", !dbg !85
  %".212" = select  i1 %".210", i64 %".211", i64 %".196" , !dbg !85
  %".213" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".198", i32 0, i32 5 , !dbg !85
  %".214" = getelementptr inbounds [1 x i64], [1 x i64]* %".213", i32 0, i32 0 , !dbg !85
  %".215" = load i64, i64* %".214", !dbg !85, !range !78
  %".216" = insertvalue [1 x i64] undef, i64 %".215", 0 , !dbg !85
  %".217" = extractvalue [1 x i64] %".216", 0 , !dbg !85
  %".218" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".198", i32 0, i32 6 , !dbg !85
  %".219" = load [1 x i64], [1 x i64]* %".218", !dbg !85
  %".220" = extractvalue [1 x i64] %".219", 0 , !dbg !85
  %".221" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".198", i32 0, i32 4 , !dbg !85
  %".222" = load float*, float** %".221", !dbg !85
  %".223" = mul i64 %".212", 1, !dbg !85
  %".224" = add i64 0, %".223", !dbg !85
  %".225" = getelementptr float, float* %".222", i64 %".224" , !dbg !85
  %".226" = load float, float* %".225", !dbg !85
  %".227" = fadd float %".192", %".226", !dbg !85
  %".228" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !85
  %".229" = load i32, i32* %"t", !dbg !85
  %".230" = sext i32 %".229" to i64 , !dbg !85
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".231"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".228", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".231", !dbg !85
  %".235" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".231", i32 0, i32 5 , !dbg !85
  %".236" = getelementptr inbounds [1 x i64], [1 x i64]* %".235", i32 0, i32 0 , !dbg !85
  %".237" = load i64, i64* %".236", !dbg !85, !range !78
  %".238" = insertvalue [1 x i64] undef, i64 %".237", 0 , !dbg !85
  %".239" = extractvalue [1 x i64] %".238", 0 , !dbg !85
  %".240" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".231", i32 0, i32 6 , !dbg !85
  %".241" = load [1 x i64], [1 x i64]* %".240", !dbg !85
  %".242" = extractvalue [1 x i64] %".241", 0 , !dbg !85
  %".243" = icmp slt i64 %".230", 0 , !dbg !85
  %".244" = add i64 %".230", %".239", !dbg !85
  %".245" = select  i1 %".243", i64 %".244", i64 %".230" , !dbg !85
  %".246" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".231", i32 0, i32 5 , !dbg !85
  %".247" = getelementptr inbounds [1 x i64], [1 x i64]* %".246", i32 0, i32 0 , !dbg !85
  %".248" = load i64, i64* %".247", !dbg !85, !range !78
  %".249" = insertvalue [1 x i64] undef, i64 %".248", 0 , !dbg !85
  %".250" = extractvalue [1 x i64] %".249", 0 , !dbg !85
  %".251" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".231", i32 0, i32 6 , !dbg !85
  %".252" = load [1 x i64], [1 x i64]* %".251", !dbg !85
  %".253" = extractvalue [1 x i64] %".252", 0 , !dbg !85
  %".254" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".231", i32 0, i32 4 , !dbg !85
  %".255" = load float*, float** %".254", !dbg !85
  %".256" = mul i64 %".245", 1, !dbg !85
  %".257" = add i64 0, %".256", !dbg !85
  %".258" = getelementptr float, float* %".255", i64 %".257" , !dbg !85
  store float %".227", float* %".258", !dbg !85
  br label %"B288", !dbg !86
B288:
  %".261" = load i1, i1* %"$236pred", !dbg !86
  store i1 0, i1* %"$236pred", !dbg !86
  call void @"llvm.nvvm.barrier0"(), !dbg !86
  %".264" = load i64, i64* %"k.2", !dbg !87
  %".267" = icmp eq i64 2, 0 , !dbg !87
  br i1 %".267", label %"B288.if", label %"B288.else", !dbg !87, !prof !79
B360:
  %".313" = load i64, i64* %"k.2", !dbg !89
  store i64 0, i64* %"k.2", !dbg !89
  %".315" = load i1, i1* %"$358pred", !dbg !89
  store i1 0, i1* %"$358pred", !dbg !89
  %".317" = load i32, i32* %"t", !dbg !89
  %".318" = sext i32 %".317" to i64 , !dbg !89
  %".319" = icmp eq i64 %".318", 0 , !dbg !89
  %".320" = load i32, i32* %"t", !dbg !89
  store i32 0, i32* %"t", !dbg !89
  %".323" = load i1, i1* %"$370pred", !dbg !89
  store i1 %".319", i1* %"$370pred", !dbg !89
  %".325" = load i1, i1* %"$370pred", !dbg !89
  br i1 %".325", label %"B372", label %"B478", !dbg !89
B372:
  %".327" = load i1, i1* %"$370pred", !dbg !90
  store i1 0, i1* %"$370pred", !dbg !90
  %".329" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !90
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".330"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".329", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".330", !dbg !90
  %".334" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".330", i32 0, i32 5 , !dbg !90
  %".335" = getelementptr inbounds [1 x i64], [1 x i64]* %".334", i32 0, i32 0 , !dbg !90
  %".336" = load i64, i64* %".335", !dbg !90, !range !78
  %".337" = insertvalue [1 x i64] undef, i64 %".336", 0 , !dbg !90
  %".338" = extractvalue [1 x i64] %".337", 0 , !dbg !90
  %".339" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".330", i32 0, i32 6 , !dbg !90
  %".340" = load [1 x i64], [1 x i64]* %".339", !dbg !90
  %".341" = extractvalue [1 x i64] %".340", 0 , !dbg !90
  %".342" = icmp slt i64 0, 0 , !dbg !90
  %".343" = add i64 0, %".338", !dbg !90
  %".344" = select  i1 %".342", i64 %".343", i64 0 , !dbg !90
  %".345" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".330", i32 0, i32 5 , !dbg !90
  %".346" = getelementptr inbounds [1 x i64], [1 x i64]* %".345", i32 0, i32 0 , !dbg !90
  %".347" = load i64, i64* %".346", !dbg !90, !range !78
  %".348" = insertvalue [1 x i64] undef, i64 %".347", 0 , !dbg !90
  %".349" = extractvalue [1 x i64] %".348", 0 , !dbg !90
  %".350" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".330", i32 0, i32 6 , !dbg !90
  %".351" = load [1 x i64], [1 x i64]* %".350", !dbg !90
  %".352" = extractvalue [1 x i64] %".351", 0 , !dbg !90
  %".353" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".330", i32 0, i32 4 , !dbg !90
  %".354" = load float*, float** %".353", !dbg !90
  %".355" = mul i64 %".344", 1, !dbg !90
  %".356" = add i64 0, %".355", !dbg !90
  %".357" = getelementptr float, float* %".354", i64 %".356" , !dbg !90
  %".358" = load float, float* %".357", !dbg !90
  %".359" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !90
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !90
  %".361" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"out", !dbg !90
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".362"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".361", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".362", !dbg !90
  %".366" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".362", i32 0, i32 5 , !dbg !90
  %".367" = getelementptr inbounds [1 x i64], [1 x i64]* %".366", i32 0, i32 0 , !dbg !90
  %".368" = load i64, i64* %".367", !dbg !90, !range !78
  %".369" = insertvalue [1 x i64] undef, i64 %".368", 0 , !dbg !90
  %".370" = extractvalue [1 x i64] %".369", 0 , !dbg !90
  %".371" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".362", i32 0, i32 6 , !dbg !90
  %".372" = load [1 x i64], [1 x i64]* %".371", !dbg !90
  %".373" = extractvalue [1 x i64] %".372", 0 , !dbg !90
  %".374" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".362", i32 0, i32 4 , !dbg !90
  %".375" = load float*, float** %".374", !dbg !90
  %".376" = icmp slt i64 0, 0 , !dbg !90
  %".377" = add i64 %".370", 0, !dbg !90
  %".378" = select  i1 %".376", i64 %".377", i64 0 , !dbg !90
  %".379" = mul i64 %".378", 1, !dbg !90
  %".380" = add i64 0, %".379", !dbg !90
  %".381" = getelementptr float, float* %".375", i64 %".380" , !dbg !90
  %".382" = call float @"llvm.nvvm.atomic.load.add.f32.p0f32"(float* %".381", float %".358"), !dbg !90
  %".383" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"out", !dbg !91
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".384"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".383", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".384", !dbg !91
  %".388" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".384", i32 0, i32 5 , !dbg !91
  %".389" = getelementptr inbounds [1 x i64], [1 x i64]* %".388", i32 0, i32 0 , !dbg !91
  %".390" = load i64, i64* %".389", !dbg !91, !range !78
  %".391" = insertvalue [1 x i64] undef, i64 %".390", 0 , !dbg !91
  %".392" = extractvalue [1 x i64] %".391", 0 , !dbg !91
  %".393" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".384", i32 0, i32 6 , !dbg !91
  %".394" = load [1 x i64], [1 x i64]* %".393", !dbg !91
  %".395" = extractvalue [1 x i64] %".394", 0 , !dbg !91
  %".396" = icmp slt i64 0, 0 , !dbg !91
  %".397" = add i64 0, %".392", !dbg !91
  %".398" = select  i1 %".396", i64 %".397", i64 0 , !dbg !91
  %".399" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".384", i32 0, i32 5 , !dbg !91
  %".400" = getelementptr inbounds [1 x i64], [1 x i64]* %".399", i32 0, i32 0 , !dbg !91
  %".401" = load i64, i64* %".400", !dbg !91, !range !78
  %".402" = insertvalue [1 x i64] undef, i64 %".401", 0 , !dbg !91
  %".403" = extractvalue [1 x i64] %".402", 0 , !dbg !91
  %".404" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".384", i32 0, i32 6 , !dbg !91
  %".405" = load [1 x i64], [1 x i64]* %".404", !dbg !91
  %".406" = extractvalue [1 x i64] %".405", 0 , !dbg !91
  %".407" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".384", i32 0, i32 4 , !dbg !91
  %".408" = load float*, float** %".407", !dbg !91
  %".409" = mul i64 %".398", 1, !dbg !91
  %".410" = add i64 0, %".409", !dbg !91
  %".411" = getelementptr float, float* %".408", i64 %".410" , !dbg !91
  %".412" = load float, float* %".411", !dbg !91
  %".413" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"out", !dbg !91
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"out", !dbg !91
  %".415" = fpext float %".412" to double , !dbg !91
  %".416" = sitofp i64 140 to double , !dbg !91
  %".417" = fcmp oeq double %".415", %".416" , !dbg !91
  %".419" = load i1, i1* %"$472pred", !dbg !91
  store i1 %".417", i1* %"$472pred", !dbg !91
  %".421" = load i1, i1* %"$472pred", !dbg !91
  br i1 %".421", label %"B482", label %"B474", !dbg !91
B474:
  %".423" = load i1, i1* %"$472pred", !dbg !91
  store i1 0, i1* %"$472pred", !dbg !91
  ret i32 1, !dbg !91
B478:
  %".426" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !89
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !89
  %".428" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"out", !dbg !89
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"out", !dbg !89
  %".430" = load i1, i1* %"$370pred", !dbg !89
  store i1 0, i1* %"$370pred", !dbg !89
  store i8* null, i8** %".ret", !dbg !89
  ret i32 0, !dbg !89
B482:
  %".434" = load i1, i1* %"$472pred", !dbg !91
  store i1 0, i1* %"$472pred", !dbg !91
  store i8* null, i8** %".ret", !dbg !91
  ret i32 0, !dbg !91
B0.if:
  ret i32 %".98", !dbg !77
B0.endif:
  %".109" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"s", !dbg !77
  %".110" = load i32, i32* %"t", !dbg !77
  %".111" = sext i32 %".110" to i64 , !dbg !77
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".112"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".109", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".112", !dbg !77
  %".116" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".112", i32 0, i32 5 , !dbg !77
  %".117" = getelementptr inbounds [1 x i64], [1 x i64]* %".116", i32 0, i32 0 , !dbg !77
  %".118" = load i64, i64* %".117", !dbg !77, !range !78
  %".119" = insertvalue [1 x i64] undef, i64 %".118", 0 , !dbg !77
  %".120" = extractvalue [1 x i64] %".119", 0 , !dbg !77
  %".121" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".112", i32 0, i32 6 , !dbg !77
  %".122" = load [1 x i64], [1 x i64]* %".121", !dbg !77
  %".123" = extractvalue [1 x i64] %".122", 0 , !dbg !77
  %".124" = icmp slt i64 %".111", 0 , !dbg !77
  %".125" = add i64 %".111", %".120", !dbg !77
  %".126" = select  i1 %".124", i64 %".125", i64 %".111" , !dbg !77
  %".127" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".112", i32 0, i32 5 , !dbg !77
  %".128" = getelementptr inbounds [1 x i64], [1 x i64]* %".127", i32 0, i32 0 , !dbg !77
  %".129" = load i64, i64* %".128", !dbg !77, !range !78
  %".130" = insertvalue [1 x i64] undef, i64 %".129", 0 , !dbg !77
  %".131" = extractvalue [1 x i64] %".130", 0 , !dbg !77
  %".132" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".112", i32 0, i32 6 , !dbg !77
  %".133" = load [1 x i64], [1 x i64]* %".132", !dbg !77
  %".134" = extractvalue [1 x i64] %".133", 0 , !dbg !77
  %".135" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".112", i32 0, i32 4 , !dbg !77
  %".136" = load float*, float** %".135", !dbg !77
  %".137" = mul i64 %".126", 1, !dbg !77
  %".138" = add i64 0, %".137", !dbg !77
  %".139" = getelementptr float, float* %".136", i64 %".138" , !dbg !77
  store float %".106", float* %".139", !dbg !77
  call void @"llvm.nvvm.barrier0"(), !dbg !80
  %".143" = load i64, i64* %"k.2", !dbg !81
  store i64 4, i64* %"k.2", !dbg !81
  call void @"llvm.dbg.value"(metadata i64 4, metadata !82, metadata !57), !dbg !81
  br label %"B226", !dbg !83
B288.if:
  store i64 2, i64* %"quot", !dbg !87
  store i64 2, i64* %"rem", !dbg !87
  br label %"B288.endif", !dbg !87
B288.else:
  store i64 0, i64* %".272", !dbg !87
  store i64 0, i64* %".275", !dbg !87
  %".278" = icmp eq i64 %".264", -9223372036854775808 , !dbg !87
  %".279" = icmp eq i64 2, -1 , !dbg !87
  %".280" = and i1 %".278", %".279", !dbg !87
  %".281" = xor i1 %".280", -1, !dbg !87
  br i1 %".281", label %"B288.else.if", label %"B288.else.endif", !dbg !87, !prof !88
B288.endif:
  %".304" = load i64, i64* %"quot", !dbg !87
  %".305" = load i64, i64* %"k.2", !dbg !87
  store i64 %".304", i64* %"k.2", !dbg !87
  call void @"llvm.dbg.value"(metadata i64 %".304", metadata !82, metadata !57), !dbg !87
  %".308" = icmp sgt i64 %".304", 0 , !dbg !83
  %".309" = load i1, i1* %"$358pred", !dbg !83
  store i1 %".308", i1* %"$358pred", !dbg !83
  %".311" = load i1, i1* %"$358pred", !dbg !83
  br i1 %".311", label %"B226", label %"B360", !dbg !83
B288.else.if:
  %".283" = sdiv i64 %".264", 2, !dbg !87
  %".284" = srem i64 %".264", 2, !dbg !87
  %".285" = xor i64 2, %".284", !dbg !87
  %".286" = icmp slt i64 %".285", 0 , !dbg !87
  %".287" = icmp ne i64 %".284", 0 , !dbg !87
  %".288" = and i1 %".287", %".286", !dbg !87
  br i1 %".288", label %"B288.else.if.if", label %"B288.else.if.else", !dbg !87
B288.else.endif:
  %".299" = load i64, i64* %".272", !dbg !87
  %".300" = load i64, i64* %".275", !dbg !87
  store i64 %".299", i64* %"quot", !dbg !87
  store i64 %".300", i64* %"rem", !dbg !87
  br label %"B288.endif", !dbg !87
B288.else.if.if:
  %".293" = sub i64 %".283", 1, !dbg !87
  store i64 %".293", i64* %".272", !dbg !87
  %".295" = add i64 %".284", 2, !dbg !87
  store i64 %".295", i64* %".275", !dbg !87
  br label %"B288.else.if.endif", !dbg !87
B288.else.if.else:
  store i64 %".283", i64* %".272", !dbg !87
  store i64 %".284", i64* %".275", !dbg !87
  br label %"B288.else.if.endif", !dbg !87
B288.else.if.endif:
  br label %"B288.else.endif", !dbg !87
}

declare void @"llvm.dbg.declare"(metadata %".1", metadata %".2", metadata %".3")

@"_cudapy_smem_5" = addrspace(3) global [8 x float] undef, align 4
declare i32 @"llvm.nvvm.read.ptx.sreg.tid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.y"()

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.z"()

declare void @"llvm.dbg.value"(metadata %".1", metadata %".2", metadata %".3")

declare i32 @"_ZN13numba_kernels7kernels6squareB3v16B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dEf"(float* %".ret", float %"x")

declare void @"llvm.nvvm.barrier0"()

declare float @"llvm.nvvm.atomic.load.add.f32.p0f32"(float* %".1", float %".2")

!nvvmir.version = !{ !0 }
!llvm.dbg.cu = !{ !2 }
!llvm.module.flags = !{ !92, !93 }
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
!13 = !DIBasicType(encoding: DW_ATE_float, name: "float32", size: 32)
!14 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!15 = !DIDerivedType(baseType: !14, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!16 = !DISubrange(count: 1)
!17 = !{ !16 }
!18 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!19 = !DIDerivedType(baseType: !18, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!20 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!21 = !DIDerivedType(baseType: !20, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!22 = !{ !7, !9, !11, !12, !15, !19, !21 }
!23 = distinct !DICompositeType(elements: !22, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, C) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!24 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!25 = !DIDerivedType(baseType: !24, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!26 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!27 = !DIDerivedType(baseType: !26, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!28 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!29 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!30 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!31 = !DIDerivedType(baseType: !30, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!32 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!33 = !DIDerivedType(baseType: !32, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!34 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!35 = !DIDerivedType(baseType: !34, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!36 = !{ !25, !27, !28, !29, !31, !33, !35 }
!37 = distinct !DICompositeType(elements: !36, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, C) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!38 = !{ !5, !23, !37 }
!39 = !DISubroutineType(types: !38)
!40 = distinct !DISubprogram(file: !1, isDefinition: true, isLocal: false, isOptimized: true, line: 24, linkageName: "_ZN13numba_kernels7kernels5totalB3v15B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE", name: "total", scope: !1, scopeLine: 24, type: !39, unit: !2)
!41 = !DILocation(column: 1, line: 24, scope: !40)
!42 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!43 = !DIDerivedType(baseType: !42, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!44 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!45 = !DIDerivedType(baseType: !44, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!46 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!47 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!48 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!49 = !DIDerivedType(baseType: !48, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!50 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!51 = !DIDerivedType(baseType: !50, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!52 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!53 = !DIDerivedType(baseType: !52, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!54 = !{ !43, !45, !46, !47, !49, !51, !53 }
!55 = distinct !DICompositeType(elements: !54, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, C) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!56 = !DILocalVariable(arg: 2, file: !1, line: 24, name: "out", scope: !40, type: !55)
!57 = !DIExpression()
!58 = !DILocation(column: 1, line: 25, scope: !40)
!59 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!60 = !DIDerivedType(baseType: !59, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!61 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!62 = !DIDerivedType(baseType: !61, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!63 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!64 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!65 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!66 = !DIDerivedType(baseType: !65, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!67 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!68 = !DIDerivedType(baseType: !67, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!69 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!70 = !DIDerivedType(baseType: !69, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!71 = !{ !60, !62, !63, !64, !66, !68, !70 }
!72 = distinct !DICompositeType(elements: !71, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, C) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!73 = !DILocalVariable(arg: 0, file: !1, line: 25, name: "s", scope: !40, type: !72)
!74 = !DILocation(column: 1, line: 26, scope: !40)
!75 = !DIBasicType(encoding: DW_ATE_signed, name: "int32", size: 32)
!76 = !DILocalVariable(arg: 0, file: !1, line: 26, name: "t", scope: !40, type: !75)
!77 = !DILocation(column: 1, line: 27, scope: !40)
!78 = !{ i64 0, i64 9223372036854775807 }
!79 = !{ !"branch_weights", i32 1, i32 99 }
!80 = !DILocation(column: 1, line: 28, scope: !40)
!81 = !DILocation(column: 1, line: 29, scope: !40)
!82 = !DILocalVariable(arg: 0, file: !1, line: 29, name: "k", scope: !40, type: !10)
!83 = !DILocation(column: 1, line: 30, scope: !40)
!84 = !DILocation(column: 1, line: 31, scope: !40)
!85 = !DILocation(column: 1, line: 32, scope: !40)
!86 = !DILocation(column: 1, line: 33, scope: !40)
!87 = !DILocation(column: 1, line: 34, scope: !40)
!88 = !{ !"branch_weights", i32 99, i32 1 }
!89 = !DILocation(column: 1, line: 35, scope: !40)
!90 = !DILocation(column: 1, line: 36, scope: !40)
!91 = !DILocation(column: 1, line: 37, scope: !40)
!92 = !{ i32 2, !"Dwarf Version", i32 4 }
!93 = !{ i32 2, !"Debug Info Version", i32 3 }; ---- module
; ModuleID = "square$16"
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

@"_ZN08NumbaEnv13numba_kernels7kernels6squareB3v16B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dEf" = common global i8* null
define linkonce_odr i32 @"_ZN13numba_kernels7kernels6squareB3v16B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dEf"(float* %".ret", float %"x") !dbg !8
{
entry:
  %"x.1" = alloca float
  store float 0.0, float* %"x.1"
  %"$14pred" = alloca i1
  store i1 0, i1* %"$14pred"
  br label %"B0"
B0:
  store float %"x", float* %"x.1"
  call void @"llvm.dbg.declare"(metadata float* %"x.1", metadata !10, metadata !11), !dbg !9
  %".7" = load float, float* %"x.1", !dbg !12
  %".8" = fpext float %".7" to double , !dbg !12
  %".9" = sitofp i64 9 to double , !dbg !12
  %".10" = fcmp ogt double %".8", %".9" , !dbg !12
  %".12" = load i1, i1* %"$14pred", !dbg !12
  store i1 %".10", i1* %"$14pred", !dbg !12
  %".14" = load i1, i1* %"$14pred", !dbg !12
  br i1 %".14", label %"B16", label %"B46", !dbg !12
B16:
  %".16" = load float, float* %"x.1", !dbg !13
  store float 0.0, float* %"x.1", !dbg !13
  %".18" = load i1, i1* %"$14pred", !dbg !13
  store i1 0, i1* %"$14pred", !dbg !13
  ret i32 1, !dbg !13
B46:
  %".21" = load i1, i1* %"$14pred", !dbg !14
  store i1 0, i1* %"$14pred", !dbg !14
  %".23" = load float, float* %"x.1", !dbg !14
  %".24" = load float, float* %"x.1", !dbg !14
  %".25" = fmul float %".23", %".24", !dbg !14
  %".26" = load float, float* %"x.1", !dbg !14
  store float 0.0, float* %"x.1", !dbg !14
  store float %".25", float* %".ret", !dbg !14
  ret i32 0, !dbg !14
}

declare void @"llvm.dbg.declare"(metadata %".1", metadata %".2", metadata %".3")

!nvvmir.version = !{ !0 }
!llvm.dbg.cu = !{ !2 }
!llvm.module.flags = !{ !15, !16 }
!0 = !{ i32 2, i32 0, i32 3, i32 2 }
!1 = !DIFile(directory: "FOLDER", filename: "kernels.py")
!2 = distinct !DICompileUnit(emissionKind: DebugDirectivesOnly, file: !1, isOptimized: true, language: DW_LANG_C_plus_plus, producer: "clang (Numba)", runtimeVersion: 0)
!3 = !DIBasicType(encoding: DW_ATE_float, name: "float", size: 32)
!4 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!5 = !DIBasicType(encoding: DW_ATE_float, name: "float32", size: 32)
!6 = !{ !4, !5 }
!7 = !DISubroutineType(types: !6)
!8 = distinct !DISubprogram(file: !1, isDefinition: true, isLocal: false, isOptimized: true, line: 18, linkageName: "_ZN13numba_kernels7kernels6squareB3v16B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dEf", name: "square", scope: !1, scopeLine: 18, type: !7, unit: !2)
!9 = !DILocation(column: 1, line: 18, scope: !8)
!10 = !DILocalVariable(arg: 1, file: !1, line: 18, name: "x", scope: !8, type: !5)
!11 = !DIExpression()
!12 = !DILocation(column: 1, line: 19, scope: !8)
!13 = !DILocation(column: 1, line: 20, scope: !8)
!14 = !DILocation(column: 1, line: 21, scope: !8)
!15 = !{ i32 2, !"Dwarf Version", i32 4 }
!16 = !{ i32 2, !"Debug Info Version", i32 3 }