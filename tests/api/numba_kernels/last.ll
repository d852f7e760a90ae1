; Made by numba-cuda 0.30.4 of numba_kernels.kernels.py.
; ('_ZN13numba_kernels7kernels4lastB3v14B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi1E1C7mutable7alignedE', {'_ZN13numba_kernels7kernels4lastB3v14B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi1E1C7mutable7alignedE': {}})
; ---- module
; ModuleID = "last$14"
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

@"_ZN08NumbaEnv13numba_kernels7kernels4lastB3v14B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi1E1C7mutable7alignedE" = common global i8* null
define i32 @"_ZN13numba_kernels7kernels4lastB3v14B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi1E1C7mutable7alignedE"(i8** %".ret", i8* %"a.0", i8* %"a.1", i64 %"a.2", i64 %"a.3", i32* %"a.4", i64 %"a.5.0", i64 %"a.6.0") !dbg !26
{
entry:
  %"inserted.meminfo" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} undef, i8* %"a.0", 0
  %"inserted.parent" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.meminfo", i8* %"a.1", 1
  %"inserted.nitems" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.parent", i64 %"a.2", 2
  %"inserted.itemsize" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.nitems", i64 %"a.3", 3
  %"inserted.data" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.itemsize", i32* %"a.4", 4
  %".10" = insertvalue [1 x i64] undef, i64 %"a.5.0", 0
  %"inserted.shape" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.data", [1 x i64] %".10", 5
  %".11" = insertvalue [1 x i64] undef, i64 %"a.6.0", 0
  %"inserted.strides" = insertvalue {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.shape", [1 x i64] %".11", 6
  %".21" = alloca {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".21"
  %"$90pred" = alloca i1
  store i1 0, i1* %"$90pred"
  br label %"B0"
B0:
  %".12" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.x"(), !dbg !28
  %".13" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.y"(), !dbg !28
  %".14" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.z"(), !dbg !28
  %".15" = insertvalue {i32, i32, i32} undef, i32 %".12", 0 , !dbg !28
  %".16" = insertvalue {i32, i32, i32} %".15", i32 %".13", 1 , !dbg !28
  %".17" = insertvalue {i32, i32, i32} %".16", i32 %".14", 2 , !dbg !28
  %".18" = extractvalue {i32, i32, i32} %".17", 0 , !dbg !28
  %".19" = sext i32 %".18" to i64 , !dbg !28
  %".20" = sub nsw i64 %".19", 1, !dbg !28
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".21"
  store {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]} %"inserted.strides", {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".21", !dbg !28
  %".25" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".21", i32 0, i32 5 , !dbg !28
  %".26" = getelementptr inbounds [1 x i64], [1 x i64]* %".25", i32 0, i32 0 , !dbg !28
  %".27" = load i64, i64* %".26", !dbg !28, !range !29
  %".28" = insertvalue [1 x i64] undef, i64 %".27", 0 , !dbg !28
  %".29" = extractvalue [1 x i64] %".28", 0 , !dbg !28
  %".30" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".21", i32 0, i32 6 , !dbg !28
  %".31" = load [1 x i64], [1 x i64]* %".30", !dbg !28
  %".32" = extractvalue [1 x i64] %".31", 0 , !dbg !28
  %".33" = icmp slt i64 %".20", 0 , !dbg !28
  %".34" = add i64 %".20", %".29", !dbg !28
  %".35" = select  i1 %".33", i64 %".34", i64 %".20" , !dbg !28
  %".36" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".21", i32 0, i32 5 , !dbg !28
  %".37" = getelementptr inbounds [1 x i64], [1 x i64]* %".36", i32 0, i32 0 , !dbg !28
  %".38" = load i64, i64* %".37", !dbg !28, !range !29
  %".39" = insertvalue [1 x i64] undef, i64 %".38", 0 , !dbg !28
  %".40" = extractvalue [1 x i64] %".39", 0 , !dbg !28
  %".41" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".21", i32 0, i32 6 , !dbg !28
  %".42" = load [1 x i64], [1 x i64]* %".41", !dbg !28
  %".43" = extractvalue [1 x i64] %".42", 0 , !dbg !28
  %".44" = getelementptr inbounds {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, i32*, [1 x i64], [1 x i64]}* %".21", i32 0, i32 4 , !dbg !28
  %".45" = load i32*, i32** %".44", !dbg !28
  %".46" = mul i64 %".35", 1, !dbg !28
  %".47" = add i64 0, %".46", !dbg !28
  %".48" = getelementptr i32, i32* %".45", i64 %".47" , !dbg !28
  %".49" = trunc i64 1 to i32 , !dbg !28
  store i32 %".49", i32* %".48", !dbg !28
  %".51" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.x"(), !dbg !30
  %".52" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.y"(), !dbg !30
  %".53" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.z"(), !dbg !30
  %".54" = insertvalue {i32, i32, i32} undef, i32 %".51", 0 , !dbg !30
  %".55" = insertvalue {i32, i32, i32} %".54", i32 %".52", 1 , !dbg !30
  %".56" = insertvalue {i32, i32, i32} %".55", i32 %".53", 2 , !dbg !30
  %".57" = extractvalue {i32, i32, i32} %".56", 0 , !dbg !30
  %".58" = sext i32 %".57" to i64 , !dbg !30
  %".59" = icmp slt i64 %".58", 2 , !dbg !30
  %".61" = load i1, i1* %"$90pred", !dbg !30
  store i1 %".59", i1* %"$90pred", !dbg !30
  %".63" = load i1, i1* %"$90pred", !dbg !30
  br i1 %".63", label %"B92", label %"B146", !dbg !30
B92:
  %".65" = load i1, i1* %"$90pred", !dbg !31
  store i1 0, i1* %"$90pred", !dbg !31
  call void @"llvm.nvvm.barrier0"(), !dbg !31
  store i8* null, i8** %".ret", !dbg !31
  ret i32 0, !dbg !31
B146:
  %".70" = load i1, i1* %"$90pred", !dbg !30
  store i1 0, i1* %"$90pred", !dbg !30
  store i8* null, i8** %".ret", !dbg !30
  ret i32 0, !dbg !30
}

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.y"()

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.z"()

declare void @"llvm.nvvm.barrier0"()

!nvvmir.version = !{ !0 }
!llvm.dbg.cu = !{ !2 }
!llvm.module.flags = !{ !32, !33 }
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
!24 = !{ !5, !23 }
!25 = !DISubroutineType(types: !24)
!26 = distinct !DISubprogram(file: !1, isDefinition: true, isLocal: false, isOptimized: true, line: 60, linkageName: "_ZN13numba_kernels7kernels4lastB3v14B112cw51cXTLSUwv1sDUaKthoaNgoKmjgMVuW1AiA8rAEg2UjxRKtuAIAMYDWpKAqkSkPiQB1BQFk0DyoW21OpClbqVgrKOgDosBIBfsl1pNAA_3d_3dE5ArrayIiLi1E1C7mutable7alignedE", name: "last", scope: !1, scopeLine: 60, type: !25, unit: !2)
!27 = !DILocation(column: 1, line: 60, scope: !26)
!28 = !DILocation(column: 1, line: 61, scope: !26)
!29 = !{ i64 0, i64 9223372036854775807 }
!30 = !DILocation(column: 1, line: 62, scope: !26)
!31 = !DILocation(column: 1, line: 63, scope: !26)
!32 = !{ i32 2, !"Dwarf Version", i32 4 }
!33 = !{ i32 2, !"Debug Info Version", i32 3 }