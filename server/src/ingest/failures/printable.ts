const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\ufffd]+/gu

/** Bytes as a line of text; a dot stands for each run of what cannot be printed. */
export const printable = (bytes: Uint8Array): string => Buffer.from(bytes).toString().replace(UNPRINTABLE, '·')
