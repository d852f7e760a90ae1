; Made by numba-cuda 0.30.4 of numba_kernels.kernels.py.
; ('_ZN13numba_kernels7kernels5shiftB3v17B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi1E1C7mutable7alignedE5ArrayIiLi1E1C7mutable7alignedE', {'_ZN13numba_kernels7kernels5shiftB3v17B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi1E1C7mutable7alignedE5ArrayIiLi1E1C7mutable7alignedE': {}})
; ---- module
; ModuleID = "shift$17"
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

@"_ZN08NumbaEnv13numba_kernels7kernels5shiftB3v17B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi1E1C7mutable7alignedE5ArrayIiLi1E1C7mutable7alignedE" = common global i8* null
define i32 @"_ZN13numba_kernels7kernels5shiftB3v17B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi1E1C7mutable7alignedE5ArrayIiLi1E1C7mutable7alignedE"(i8** %".ret", i8* %"a.0", i8* %"a.1", i64 %"a.2", i64 %"a.3", i32* %"a.4", i64 %"a.5.0", i64 %"a.6.0", i8* %"out.0", i8* %"out.1", i64 %"out.2", i64 %"out.3", i32* %"out.4", i64 %"out.5.0", i64 %"out.6.0") !dbg !40
{
entry:
  %"inserted.meminfo" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} undef, i8* %"a.0", 0
  %"inserted.parent" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.meminfo", i8* %"a.1", 1
  %"inserted.nitems" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.parent", i64 %"a.2", 2
  %"inserted.itemsize" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.nitems", i64 %"a.3", 3
  %"inserted.data" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.itemsize", i32* %"a.4", 4
  %".17" = insertvalue [1 x i64] undef, i64 %"a.5.0", 0
  %"inserted.shape" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.data", [1 x i64] %".17", 5
  %".18" = insertvalue [1 x i64] undef, i64 %"a.6.0", 0
  %"inserted.strides" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.shape", [1 x i64] %".18", 6
  %"inserted.meminfo.1" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} undef, i8* %"out.0", 0
  %"inserted.parent.1" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.meminfo.1", i8* %"out.1", 1
  %"inserted.nitems.1" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.parent.1", i64 %"out.2", 2
  %"inserted.itemsize.1" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.nitems.1", i64 %"out.3", 3
  %"inserted.data.1" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.itemsize.1", i32* %"out.4", 4
  %".19" = insertvalue [1 x i64] undef, i64 %"out.5.0", 0
  %"inserted.shape.1" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.data.1", [1 x i64] %".19", 5
  %".20" = insertvalue [1 x i64] undef, i64 %"out.6.0", 0
  %"inserted.strides.1" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.shape.1", [1 x i64] %".20", 6
  %"out" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"out"
  %".24" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24"
  %"s" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"s"
  %"t" = alloca i32
  store i32 0, i32* %"t"
  %".66" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".66"
  %".98" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".98"
  %"$144pred" = alloca i1
  store i1 0, i1* %"$144pred"
  %".141" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".141"
  %".175" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".175"
  br label %"B0"
B0:
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.strides.1", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"out"
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"out", metadata !56, metadata !57), !dbg !41
  %"generic" = addrspacecast [8 x i32] addrspace(3)* @"_cudapy_smem_6" to i8* , !dbg !58
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24"
  %".27" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 4 , !dbg !58
  %".28" = load i32*, i32** %".27", !dbg !58
  %".29" = bitcast i8* %"generic" to i32* , !dbg !58
  %".30" = insertvalue [1 x i64] undef, i64 8, 0 , !dbg !58
  %".31" = insertvalue [1 x i64] undef, i64 4, 0 , !dbg !58
  %".32" = extractvalue [1 x i64] %".30", 0 , !dbg !58
  %".33" = mul nsw i64 1, %".32", !dbg !58
  %".34" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 5 , !dbg !58
  store [1 x i64] %".30", [1 x i64]* %".34", !dbg !58
  %".36" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 6 , !dbg !58
  store [1 x i64] %".31", [1 x i64]* %".36", !dbg !58
  %".38" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 4 , !dbg !58
  store i32* %".29", i32** %".38", !dbg !58
  %".40" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 3 , !dbg !58
  store i64 4, i64* %".40", !dbg !58
  %".42" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 0 , !dbg !58
  store i8* null, i8** %".42", !dbg !58
  %".44" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 1 , !dbg !58
  store i8* null, i8** %".44", !dbg !58
  %".46" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24", i32 0, i32 2 , !dbg !58
  store i64 %".33", i64* %".46", !dbg !58
  %".48" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".24", !dbg !58
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"s", metadata !73, metadata !57), !dbg !58
  %".51" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"s", !dbg !58
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".48", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"s", !dbg !58
  %".53" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.x"(), !dbg !74
  %".54" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.y"(), !dbg !74
  %".55" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.z"(), !dbg !74
  %".56" = insertvalue {i32, i32, i32} undef, i32 %".53", 0 , !dbg !74
  %".57" = insertvalue {i32, i32, i32} %".56", i32 %".54", 1 , !dbg !74
  %".58" = insertvalue {i32, i32, i32} %".57", i32 %".55", 2 , !dbg !74
  %".59" = extractvalue {i32, i32, i32} %".58", 0 , !dbg !74
  %".61" = load i32, i32* %"t", !dbg !74
  store i32 %".59", i32* %"t", !dbg !74
  call void @"llvm.dbg.value"(metadata i32 %".59", metadata !75, metadata !57), !dbg !74
  %".64" = load i32, i32* %"t", !dbg !76
  %".65" = sext i32 %".64" to i64 , !dbg !76
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".66"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.strides", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".66", !dbg !76
  %".70" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".66", i32 0, i32 5 , !dbg !76
  %".71" = getelementptr inbounds [1 x i64], [1 x i64]* %".70", i32 0, i32 0 , !dbg !76
  %".72" = load i64, i64* %".71", !dbg !76, !range !77
  %".73" = insertvalue [1 x i64] undef, i64 %".72", 0 , !dbg !76
  %".74" = extractvalue [1 x i64] %".73", 0 , !dbg !76
  %".75" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".66", i32 0, i32 6 , !dbg !76
  %".76" = load [1 x i64], [1 x i64]* %".75", !dbg !76
  %".77" = extractvalue [1 x i64] %".76", 0 , !dbg !76
  %".78" = icmp slt i64 %".65", 0 , !dbg !76
  %".79" = add i64 %".65", %".74", !dbg !76
  %".80" = select  i1 %".78", i64 %".79", i64 %".65" , !dbg !76
  %".81" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".66", i32 0, i32 5 , !dbg !76
  %".82" = getelementptr inbounds [1 x i64], [1 x i64]* %".81", i32 0, i32 0 , !dbg !76
  %".83" = load i64, i64* %".82", !dbg !76, !range !77
  %".84" = insertvalue [1 x i64] undef, i64 %".83", 0 , !dbg !76
  %".85" = extractvalue [1 x i64] %".84", 0 , !dbg !76
  %".86" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".66", i32 0, i32 6 , !dbg !76
  %".87" = load [1 x i64], [1 x i64]* %".86", !dbg !76
  %".88" = extractvalue [1 x i64] %".87", 0 , !dbg !76
  %".89" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".66", i32 0, i32 4 , !dbg !76
  %".90" = load i32*, i32** %".89", !dbg !76
  %".91" = mul i64 %".80", 1, !dbg !76
  %".92" = add i64 0, %".91", !dbg !76
  %".93" = getelementptr i32, i32* %".90", i64 %".92" , !dbg !76
  %".94" = load i32, i32* %".93", !dbg !76
  %".95" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"s", !dbg !76
  %".96" = load i32, i32* %"t", !dbg !76
  %".97" = sext i32 %".96" to i64 , !dbg !76
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".98"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".95", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".98", !dbg !76
  %".102" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".98", i32 0, i32 5 , !dbg !76
  %".103" = getelementptr inbounds [1 x i64], [1 x i64]* %".102", i32 0, i32 0 , !dbg !76
  %".104" = load i64, i64* %".103", !dbg !76, !range !77
  %".105" = insertvalue [1 x i64] undef, i64 %".104", 0 , !dbg !76
  %".106" = extractvalue [1 x i64] %".105", 0 , !dbg !76
  %".107" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".98", i32 0, i32 6 , !dbg !76
  %".108" = load [1 x i64], [1 x i64]* %".107", !dbg !76
  %".109" = extractvalue [1 x i64] %".108", 0 , !dbg !76
  %".110" = icmp slt i64 %".97", 0 , !dbg !76
  %".111" = add i64 %".97", %".106", !dbg !76
  %".112" = select  i1 %".110", i64 %".111", i64 %".97" , !dbg !76
  %".113" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".98", i32 0, i32 5 , !dbg !76
  %".114" = getelementptr inbounds [1 x i64], [1 x i64]* %".113", i32 0, i32 0 , !dbg !76
  %".115" = load i64, i64* %".114", !dbg !76, !range !77
  %".116" = insertvalue [1 x i64] undef, i64 %".115", 0 , !dbg !76
  %".117" = extractvalue [1 x i64] %".116", 0 , !dbg !76
  %".118" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".98", i32 0, i32 6 , !dbg !76
  %".119" = load [1 x i64], [1 x i64]* %".118", !dbg !76
  %".120" = extractvalue [1 x i64] %".119", 0 , !dbg !76
  %".121" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".98", i32 0, i32 4 , !dbg !76
  %".122" = load i32*, i32** %".121", !dbg !76
  %".123" = mul i64 %".112", 1, !dbg !76
  %".124" = add i64 0, %".123", !dbg !76
  %".125" = getelementptr i32, i32* %".122", i64 %".124" , !dbg !76
  store i32 %".94", i32* %".125", !dbg !76
  %".127" = load i32, i32* %"t", !dbg !78
  %".128" = sext i32 %".127" to i64 , !dbg !78
  %".129" = icmp sgt i64 %".128", 0 , !dbg !78
  %".131" = load i1, i1* %"$144pred", !dbg !78
  store i1 %".129", i1* %"$144pred", !dbg !78
  %".133" = load i1, i1* %"$144pred", !dbg !78
  br i1 %".133", label %"B146", label %"B178", !dbg !78
B146:
  %".135" = load i1, i1* %"$144pred", !dbg !79
  store i1 0, i1* %"$144pred", !dbg !79
  %".137" = load i32, i32* %"t", !dbg !79
  %".138" = sext i32 %".137" to i64 , !dbg !79
  %".139" = sub nsw i64 %".138", 1, !dbg !79
  %".140" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"s", !dbg !79
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".141"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".140", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".141", !dbg !79
  %".145" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".141", i32 0, i32 5 , !dbg !79
  %".146" = getelementptr inbounds [1 x i64], [1 x i64]* %".145", i32 0, i32 0 , !dbg !79
  %".147" = load i64, i64* %".146", !dbg !79, !range !77
  %".148" = insertvalue [1 x i64] undef, i64 %".147", 0 , !dbg !79
  %".149" = extractvalue [1 x i64] %".148", 0 , !dbg !79
  %".150" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".141", i32 0, i32 6 , !dbg !79
  %".151" = load [1 x i64], [1 x i64]* %".150", !dbg !79
  %".152" = extractvalue [1 x i64] %".151", 0 , !dbg !79
  %".153" = icmp slt i64 %".139", 0 , !dbg !79
  %".154" = add i64 %".139", %".149", !dbg !79
  %".155" = select  i1 %".153", i64 %".154", i64 %".139" , !dbg !79
  %".156" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".141", i32 0, i32 5 , !dbg !79
  %".157" = getelementptr inbounds [1 x i64], [1 x i64]* %".156", i32 0, i32 0 , !dbg !79
  %".158" = load i64, i64* %".157", !dbg !79, !range !77
  %".159" = insertvalue [1 x i64] undef, i64 %".158", 0 , !dbg !79
  %".160" = extractvalue [1 x i64] %".159", 0 , !dbg !79
  %".161" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".141", i32 0, i32 6 , !dbg !79
  %".162" = load [1 x i64], [1 x i64]* %".161", !dbg !79
  %".163" = extractvalue [1 x i64] %".162", 0 , !dbg !79
  %".164" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".141", i32 0, i32 4 , !dbg !79
  %".165" = load i32*, i32** %".164", !dbg !79
  %".166" = mul i64 %".155", 1, !dbg !79
  %".167" = add i64 0, %".166", !dbg !79
  %".168" = getelementptr i32, i32* %".165", i64 %".167" , !dbg !79
  %".169" = load i32, i32* %".168", !dbg !79
  %".170" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"s", !dbg !79
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"s", !dbg !79
  %".172" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"out", !dbg !79
  %".173" = load i32, i32* %"t", !dbg !79
  %".174" = sext i32 %".173" to i64 , !dbg !79
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".175"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %".172", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".175", !dbg !79
  %".179" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".175", i32 0, i32 5 , !dbg !79
  %".180" = getelementptr inbounds [1 x i64], [1 x i64]* %".179", i32 0, i32 0 , !dbg !79
  %".181" = load i64, i64* %".180", !dbg !79, !range !77
  %".182" = insertvalue [1 x i64] undef, i64 %".181", 0 , !dbg !79
  %".183" = extractvalue [1 x i64] %".182", 0 , !dbg !79
  %".184" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".175", i32 0, i32 6 , !dbg !79
  %".185" = load [1 x i64], [1 x i64]* %".184", !dbg !79
  %".186" = extractvalue [1 x i64] %".185", 0 , !dbg !79
  %".187" = icmp slt i64 %".174", 0 , !dbg !79
  %".188" = add i64 %".174", %".183", !dbg !79
  %".189" = select  i1 %".187", i64 %".188", i64 %".174" , !dbg !79
  %".190" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".175", i32 0, i32 5 , !dbg !79
  %".191" = getelementptr inbounds [1 x i64], [1 x i64]* %".190", i32 0, i32 0 , !dbg !79
  %".192" = load i64, i64* %".191", !dbg !79, !range !77
  %".193" = insertvalue [1 x i64] undef, i64 %".192", 0 , !dbg !79
  %".194" = extractvalue [1 x i64] %".193", 0 , !dbg !79
  %".195" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".175", i32 0, i32 6 , !dbg !79
  %".196" = load [1 x i64], [1 x i64]* %".195", !dbg !79
  %".197" = extractvalue [1 x i64] %".196", 0 , !dbg !79
  %".198" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".175", i32 0, i32 4 , !dbg !79
  %".199" = load i32*, i32** %".198", !dbg !79
  %".200" = mul i64 %".189", 1, !dbg !79
  %".201" = add i64 0, %".200", !dbg !79
  %".202" = getelementptr i32, i32* %".199", i64 %".201" , !dbg !79
  store i32 %".169", i32* %".202", !dbg !79
  %".204" = load i32, i32* %"t", !dbg !79
  store i32 0, i32* %"t", !dbg !79
  %".206" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"out", !dbg !79
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"out", !dbg !79
  store i8* null, i8** %".ret", !dbg !79
  ret i32 0, !dbg !79
B178:
  %".210" = load i32, i32* %"t", !dbg !78
  store i32 0, i32* %"t", !dbg !78
  %".212" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"s", !dbg !78
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"s", !dbg !78
  %".214" = load {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"out", !dbg !78
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %"out", !dbg !78
  %".216" = load i1, i1* %"$144pred", !dbg !78
  store i1 0, i1* %"$144pred", !dbg !78
  store i8* null, i8** %".ret", !dbg !78
  ret i32 0, !dbg !78
}

declare void @"llvm.dbg.declare"(metadata %".1", metadata %".2", metadata %".3")

@"_cudapy_smem_6" = addrspace(3) global [8 x i32] undef, align 4
declare i32 @"llvm.nvvm.read.ptx.sreg.tid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.y"()

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.z"()

declare void @"llvm.dbg.value"(metadata %".1", metadata %".2", metadata %".3")

!nvvmir.version = !{ !0 }
!llvm.dbg.cu = !{ !2 }
!llvm.module.flags = !{ !80, !81 }
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
!16 = !DISubrange(count: 1)
!17 = !{ !16 }
!18 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!19 = !DIDerivedType(baseType: !18, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!20 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!21 = !DIDerivedType(baseType: !20, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!22 = !{ !7, !9, !11, !12, !15, !19, !21 }
!23 = distinct !DICompositeType(elements: !22, identifier: "{i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}", name: "array(int32, 1d, C) ({i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
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
!37 = distinct !DICompositeType(elements: !36, identifier: "{i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}", name: "array(int32, 1d, C) ({i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!38 = !{ !5, !23, !37 }
!39 = !DISubroutineType(types: !38)
!40 = distinct !DISubprogram(file: !1, isDefinition: true, isLocal: false, isOptimized: true, line: 40, linkageName: "_ZN13numba_kernels7kernels5shiftB3v17B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi1E1C7mutable7alignedE5ArrayIiLi1E1C7mutable7alignedE", name: "shift", scope: !1, scopeLine: 40, type: !39, unit: !2)
!41 = !DILocation(column: 1, line: 40, scope: !40)
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
!55 = distinct !DICompositeType(elements: !54, identifier: "{i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}", name: "array(int32, 1d, C) ({i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!56 = !DILocalVariable(arg: 2, file: !1, line: 40, name: "out", scope: !40, type: !55)
!57 = !DIExpression()
!58 = !DILocation(column: 1, line: 41, scope: !40)
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
!72 = distinct !DICompositeType(elements: !71, identifier: "{i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}", name: "array(int32, 1d, C) ({i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!73 = !DILocalVariable(arg: 0, file: !1, line: 41, name: "s", scope: !40, type: !72)
!74 = !DILocation(column: 1, line: 42, scope: !40)
!75 = !DILocalVariable(arg: 0, file: !1, line: 42, name: "t", scope: !40, type: !13)
!76 = !DILocation(column: 1, line: 43, scope: !40)
!77 = !{ i64 0, i64 9223372036854775807 }
!78 = !DILocation(column: 1, line: 44, scope: !40)
!79 = !DILocation(column: 1, line: 45, scope: !40)
!80 = !{ i32 2, !"Dwarf Version", i32 4 }
!81 = !{ i32 2, !"Debug Info Version", i32 3 }