//! Tables of ASMX results as Arrow record batches.
