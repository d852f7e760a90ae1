"""The scalar types of overloaded device functions: C spelling and machine type."""

from typing import NamedTuple

from cudabmc.modelapi import F32, F64, I8, I16, I32, I64, FloatType, IntType


class Scalar(NamedTuple):
    """A C type that a device function is overloaded on."""

    ctype: str
    type: IntType | FloatType
    signed: bool = True


INT = Scalar("int", I32)
UINT = Scalar("unsigned int", I32, False)
LONG = Scalar("long", I64)
ULONG = Scalar("unsigned long", I64, False)
LONGLONG = Scalar("long long", I64)
ULONGLONG = Scalar("unsigned long long", I64, False)
FLOAT = Scalar("float", F32)
DOUBLE = Scalar("double", F64)
CHAR = Scalar("char", I8)
SCHAR = Scalar("signed char", I8)
UCHAR = Scalar("unsigned char", I8, False)
SHORT = Scalar("short", I16)
USHORT = Scalar("unsigned short", I16, False)
