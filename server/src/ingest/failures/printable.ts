const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\ufffd]+/gu

/** Bytes as one line of text, with a dot for each run of unprintable characters. */
export const printable = (bytes: Uint8Array): string => Buffer.from(bytes).toString().replace(UNPRINTABLE, '·')
