; Made by numba-cuda 0.30.4 of numba_kernels.kernels.py.
; ('_ZN13numba_kernels7kernels3addB2v2B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE', {'_ZN13numba_kernels7kernels3addB2v2B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE': {}})
; ---- module
; ModuleID = "add$2"
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

@"_ZN08NumbaEnv13numba_kernels7kernels3addB2v2B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE" = common global i8* null
define i32 @"_ZN13numba_kernels7kernels3addB2v2B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE"(i8** %".ret", i8* %"a.0", i8* %"a.1", i64 %"a.2", i64 %"a.3", float* %"a.4", i64 %"a.5.0", i64 %"a.6.0", i8* %"b.0", i8* %"b.1", i64 %"b.2", i64 %"b.3", float* %"b.4", i64 %"b.5.0", i64 %"b.6.0", i8* %"c.0", i8* %"c.1", i64 %"c.2", i64 %"c.3", float* %"c.4", i64 %"c.5.0", i64 %"c.6.0") !dbg !54
{
entry:
  %"inserted.meminfo" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} undef, i8* %"a.0", 0
  %"inserted.parent" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.meminfo", i8* %"a.1", 1
  %"inserted.nitems" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.parent", i64 %"a.2", 2
  %"inserted.itemsize" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.nitems", i64 %"a.3", 3
  %"inserted.data" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.itemsize", float* %"a.4", 4
  %".24" = insertvalue [1 x i64] undef, i64 %"a.5.0", 0
  %"inserted.shape" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.data", [1 x i64] %".24", 5
  %".25" = insertvalue [1 x i64] undef, i64 %"a.6.0", 0
  %"inserted.strides" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.shape", [1 x i64] %".25", 6
  %"inserted.meminfo.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} undef, i8* %"b.0", 0
  %"inserted.parent.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.meminfo.1", i8* %"b.1", 1
  %"inserted.nitems.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.parent.1", i64 %"b.2", 2
  %"inserted.itemsize.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.nitems.1", i64 %"b.3", 3
  %"inserted.data.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.itemsize.1", float* %"b.4", 4
  %".26" = insertvalue [1 x i64] undef, i64 %"b.5.0", 0
  %"inserted.shape.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.data.1", [1 x i64] %".26", 5
  %".27" = insertvalue [1 x i64] undef, i64 %"b.6.0", 0
  %"inserted.strides.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.shape.1", [1 x i64] %".27", 6
  %"inserted.meminfo.2" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} undef, i8* %"c.0", 0
  %"inserted.parent.2" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.meminfo.2", i8* %"c.1", 1
  %"inserted.nitems.2" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.parent.2", i64 %"c.2", 2
  %"inserted.itemsize.2" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.nitems.2", i64 %"c.3", 3
  %"inserted.data.2" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.itemsize.2", float* %"c.4", 4
  %".28" = insertvalue [1 x i64] undef, i64 %"c.5.0", 0
  %"inserted.shape.2" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.data.2", [1 x i64] %".28", 5
  %".29" = insertvalue [1 x i64] undef, i64 %"c.6.0", 0
  %"inserted.strides.2" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.shape.2", [1 x i64] %".29", 6
  %"a" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"a"
  %"b" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"b"
  %"c" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"c"
  %"i" = alloca i64
  store i64 0, i64* %"i"
  %".53" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".53"
  %"$76pred" = alloca i1
  store i1 0, i1* %"$76pred"
  %".70" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".70"
  %".103" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".103"
  %".137" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".137"
  br label %"B0"
B0:
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.strides", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"a"
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"a", metadata !70, metadata !71), !dbg !55
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.strides.1", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"b"
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"b", metadata !86, metadata !71), !dbg !55
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.strides.2", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"c"
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"c", metadata !101, metadata !71), !dbg !55
  %".39" = trunc i64 1 to i32 , !dbg !102
  %".40" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.x"(), !dbg !102
  %".41" = sext i32 %".40" to i64 , !dbg !102
  %".42" = call i32 @"llvm.nvvm.read.ptx.sreg.ntid.x"(), !dbg !102
  %".43" = sext i32 %".42" to i64 , !dbg !102
  %".44" = call i32 @"llvm.nvvm.read.ptx.sreg.ctaid.x"(), !dbg !102
  %".45" = sext i32 %".44" to i64 , !dbg !102
  %".46" = mul i64 %".43", %".45", !dbg !102
  %".47" = add i64 %".46", %".41", !dbg !102
  %".49" = load i64, i64* %"i", !dbg !102
  store i64 %".47", i64* %"i", !dbg !102
  call void @"llvm.dbg.value"(metadata i64 %".47", metadata !103, metadata !71), !dbg !102
  %".52" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"c", !dbg !104
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".53"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".52", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".53", !dbg !104
  %".57" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".53", i32 0, i32 2 , !dbg !104
  %".58" = load i64, i64* %".57", !dbg !104
  %".59" = load i64, i64* %"i", !dbg !104
  %".60" = icmp slt i64 %".59", %".58" , !dbg !104
  %".62" = load i1, i1* %"$76pred", !dbg !104
  store i1 %".60", i1* %"$76pred", !dbg !104
  %".64" = load i1, i1* %"$76pred", !dbg !104
  br i1 %".64", label %"B78", label %"B122", !dbg !104
B78:
  %".66" = load i1, i1* %"$76pred", !dbg !105
  store i1 0, i1* %"$76pred", !dbg !105
  %".68" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"a", !dbg !105
  %".69" = load i64, i64* %"i", !dbg !105
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".70"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".68", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".70", !dbg !105
  %".74" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".70", i32 0, i32 5 , !dbg !105
  %".75" = getelementptr inbounds [1 x i64], [1 x i64]* %".74", i32 0, i32 0 , !dbg !105
  %".76" = load i64, i64* %".75", !dbg !105, !range !106
  %".77" = insertvalue [1 x i64] undef, i64 %".76", 0 , !dbg !105
  %".78" = extractvalue [1 x i64] %".77", 0 , !dbg !105
  %".79" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".70", i32 0, i32 6 , !dbg !105
  %".80" = load [1 x i64], [1 x i64]* %".79", !dbg !105
  %".81" = extractvalue [1 x i64] %".80", 0 , !dbg !105
  %".82" = icmp slt i64 %".69", 0 , !dbg !105
  %".83" = add i64 %".69", %".78", !dbg !105
  %".84" = select  i1 %".82", i64 %".83", i64 %".69" , !dbg !105
  %".85" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".70", i32 0, i32 5 , !dbg !105
  %".86" = getelementptr inbounds [1 x i64], [1 x i64]* %".85", i32 0, i32 0 , !dbg !105
  %".87" = load i64, i64* %".86", !dbg !105, !range !106
  %".88" = insertvalue [1 x i64] undef, i64 %".87", 0 , !dbg !105
  %".89" = extractvalue [1 x i64] %".88", 0 , !dbg !105
  %".90" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".70", i32 0, i32 6 , !dbg !105
  %".91" = load [1 x i64], [1 x i64]* %".90", !dbg !105
  %".92" = extractvalue [1 x i64] %".91", 0 , !dbg !105
  %".93" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".70", i32 0, i32 4 , !dbg !105
  %".94" = load float*, float** %".93", !dbg !105
  %".95" = mul i64 %".84", 1, !dbg !105
  %".96" = add i64 0, %".95", !dbg !105
  %".97" = getelementptr float, float* %".94", i64 %".96" , !dbg !105
  %".98" = load float, float* %".97", !dbg !105
  %".99" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"a", !dbg !105
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"a", !dbg !105
  %".101" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"b", !dbg !105
  %".102" = load i64, i64* %"i", !dbg !105
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".103"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".101", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".103", !dbg !105
  %".107" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".103", i32 0, i32 5 , !dbg !105
  %".108" = getelementptr inbounds [1 x i64], [1 x i64]* %".107", i32 0, i32 0 , !dbg !105
  %".109" = load i64, i64* %".108", !dbg !105, !range !106
  %".110" = insertvalue [1 x i64] undef, i64 %".109", 0 , !dbg !105
  %".111" = extractvalue [1 x i64] %".110", 0 , !dbg !105
  %".112" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".103", i32 0, i32 6 , !dbg !105
  %".113" = load [1 x i64], [1 x i64]* %".112", !dbg !105
  %".114" = extractvalue [1 x i64] %".113", 0 , !dbg !105
  %".115" = icmp slt i64 %".102", 0 , !dbg !105
  %".116" = add i64 %".102", %".111", !dbg !105
  %".117" = select  i1 %".115", i64 %".116", i64 %".102" , !dbg !105
  %".118" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".103", i32 0, i32 5 , !dbg !105
  %".119" = getelementptr inbounds [1 x i64], [1 x i64]* %".118", i32 0, i32 0 , !dbg !105
  %".120" = load i64, i64* %".119", !dbg !105, !range !106
  %".121" = insertvalue [1 x i64] undef, i64 %".120", 0 , !dbg !105
  %".122" = extractvalue [1 x i64] %".121", 0 , !dbg !105
  %".123" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".103", i32 0, i32 6 , !dbg !105
  %".124" = load [1 x i64], [1 x i64]* %".123", !dbg !105
  %".125" = extractvalue [1 x i64] %".124", 0 , !dbg !105
  %".126" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".103", i32 0, i32 4 , !dbg !105
  %".127" = load float*, float** %".126", !dbg !105
  %".128" = mul i64 %".117", 1, !dbg !105
  %".129" = add i64 0, %".128", !dbg !105
  %".130" = getelementptr float, float* %".127", i64 %".129" , !dbg !105
  %".131" = load float, float* %".130", !dbg !105
  %".132" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"b", !dbg !105
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"b", !dbg !105
  %".134" = fadd float %".98", %".131", !dbg !105
  %".135" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"c", !dbg !105
  %".136" = load i64, i64* %"i", !dbg !105
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".137"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".135", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".137", !dbg !105
  %".141" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".137", i32 0, i32 5 , !dbg !105
  %".142" = getelementptr inbounds [1 x i64], [1 x i64]* %".141", i32 0, i32 0 , !dbg !105
  %".143" = load i64, i64* %".142", !dbg !105, !range !106
  %".144" = insertvalue [1 x i64] undef, i64 %".143", 0 , !dbg !105
  %".145" = extractvalue [1 x i64] %".144", 0 , !dbg !105
  %".146" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".137", i32 0, i32 6 , !dbg !105
  %".147" = load [1 x i64], [1 x i64]* %".146", !dbg !105
  %".148" = extractvalue [1 x i64] %".147", 0 , !dbg !105
  %".149" = icmp slt i64 %".136", 0 , !dbg !105
  %".150" = add i64 %".136", %".145", !dbg !105
  %".151" = select  i1 %".149", i64 %".150", i64 %".136" , !dbg !105
  %".152" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".137", i32 0, i32 5 , !dbg !105
  %".153" = getelementptr inbounds [1 x i64], [1 x i64]* %".152", i32 0, i32 0 , !dbg !105
  %".154" = load i64, i64* %".153", !dbg !105, !range !106
  %".155" = insertvalue [1 x i64] undef, i64 %".154", 0 , !dbg !105
  %".156" = extractvalue [1 x i64] %".155", 0 , !dbg !105
  %".157" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".137", i32 0, i32 6 , !dbg !105
  %".158" = load [1 x i64], [1 x i64]* %".157", !dbg !105
  %".159" = extractvalue [1 x i64] %".158", 0 , !dbg !105
  %".160" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".137", i32 0, i32 4 , !dbg !105
  %".161" = load float*, float** %".160", !dbg !105
  %".162" = mul i64 %".151", 1, !dbg !105
  %".163" = add i64 0, %".162", !dbg !105
  %".164" = getelementptr float, float* %".161", i64 %".163" , !dbg !105
  store float %".134", float* %".164", !dbg !105
  %".166" = load i64, i64* %"i", !dbg !105
  store i64 0, i64* %"i", !dbg !105
  %".168" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"c", !dbg !105
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"c", !dbg !105
  store i8* null, i8** %".ret", !dbg !105
  ret i32 0, !dbg !105
B122:
  %".172" = load i64, i64* %"i", !dbg !104
  store i64 0, i64* %"i", !dbg !104
  %".174" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"c", !dbg !104
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"c", !dbg !104
  %".176" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"b", !dbg !104
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"b", !dbg !104
  %".178" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"a", !dbg !104
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"a", !dbg !104
  %".180" = load i1, i1* %"$76pred", !dbg !104
  store i1 0, i1* %"$76pred", !dbg !104
  store i8* null, i8** %".ret", !dbg !104
  ret i32 0, !dbg !104
}

declare void @"llvm.dbg.declare"(metadata %".1", metadata %".2", metadata %".3")

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ntid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ctaid.x"()

declare void @"llvm.dbg.value"(metadata %".1", metadata %".2", metadata %".3")

!nvvmir.version = !{ !0 }
!llvm.dbg.cu = !{ !2 }
!llvm.module.flags = !{ !107, !108 }
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
!38 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!39 = !DIDerivedType(baseType: !38, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!40 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!41 = !DIDerivedType(baseType: !40, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!42 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!43 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!44 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!45 = !DIDerivedType(baseType: !44, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!46 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!47 = !DIDerivedType(baseType: !46, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!48 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!49 = !DIDerivedType(baseType: !48, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!50 = !{ !39, !41, !42, !43, !45, !47, !49 }
!51 = distinct !DICompositeType(elements: !50, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, C) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!52 = !{ !5, !23, !37, !51 }
!53 = !DISubroutineType(types: !52)
!54 = distinct !DISubprogram(file: !1, isDefinition: true, isLocal: false, isOptimized: true, line: 12, linkageName: "_ZN13numba_kernels7kernels3addB2v2B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE", name: "add", scope: !1, scopeLine: 12, type: !53, unit: !2)
!55 = !DILocation(column: 1, line: 12, scope: !54)
!56 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!57 = !DIDerivedType(baseType: !56, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!58 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!59 = !DIDerivedType(baseType: !58, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!60 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!61 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!62 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!63 = !DIDerivedType(baseType: !62, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!64 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!65 = !DIDerivedType(baseType: !64, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!66 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!67 = !DIDerivedType(baseType: !66, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!68 = !{ !57, !59, !60, !61, !63, !65, !67 }
!69 = distinct !DICompositeType(elements: !68, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, C) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!70 = !DILocalVariable(arg: 1, file: !1, line: 12, name: "a", scope: !54, type: !69)
!71 = !DIExpression()
!72 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!73 = !DIDerivedType(baseType: !72, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!74 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!75 = !DIDerivedType(baseType: !74, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!76 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!77 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!78 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!79 = !DIDerivedType(baseType: !78, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!80 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!81 = !DIDerivedType(baseType: !80, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!82 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!83 = !DIDerivedType(baseType: !82, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!84 = !{ !73, !75, !76, !77, !79, !81, !83 }
!85 = distinct !DICompositeType(elements: !84, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, C) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!86 = !DILocalVariable(arg: 2, file: !1, line: 12, name: "b", scope: !54, type: !85)
!87 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!88 = !DIDerivedType(baseType: !87, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!89 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!90 = !DIDerivedType(baseType: !89, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!91 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!92 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!93 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!94 = !DIDerivedType(baseType: !93, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!95 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!96 = !DIDerivedType(baseType: !95, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!97 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!98 = !DIDerivedType(baseType: !97, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!99 = !{ !88, !90, !91, !92, !94, !96, !98 }
!100 = distinct !DICompositeType(elements: !99, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, C) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!101 = !DILocalVariable(arg: 3, file: !1, line: 12, name: "c", scope: !54, type: !100)
!102 = !DILocation(column: 1, line: 13, scope: !54)
!103 = !DILocalVariable(arg: 0, file: !1, line: 13, name: "i", scope: !54, type: !10)
!104 = !DILocation(column: 1, line: 14, scope: !54)
!105 = !DILocation(column: 1, line: 15, scope: !54)
!106 = !{ i64 0, i64 9223372036854775807 }
!107 = !{ i32 2, !"Dwarf Version", i32 4 }
!108 = !{ i32 2, !"Debug Info Version", i32 3 }