const PADDING = '='

/** Bytes in letters of an alphabet of 16, 32 or 64 (RFC 4648). */
export function createByteAlphabet(letters: string) {
  const bitsPerLetter = Math.log2(letters.length)
  const lettersPerGroup = bitsPerLetter === 6 ? 4 : 8
  const values = new Int16Array(128).fill(-1)
  for (const [value, letter] of [...letters].entries()) values[letter.charCodeAt(0)] = value
  const codes = Buffer.from(letters, 'latin1')
  const mask = letters.length - 1

  return {
    encode(bytes: Uint8Array, hasPadding: boolean) {
      const needed = Math.ceil((bytes.length * 8) / bitsPerLetter)
      const length = hasPadding && letters.length > 16 ? Math.ceil(needed / lettersPerGroup) * lettersPerGroup : needed
      const text = Buffer.alloc(length, PADDING, 'latin1')
      let at = 0
      let pending = 0
      let bits = 0
      for (const byte of bytes) {
        pending = ((pending << 8) | byte) & 0xffff
        bits += 8
        while (bits >= bitsPerLetter) {
          bits -= bitsPerLetter
          text[at] = codes[(pending >>> bits) & mask] ?? 0
          at += 1
        }
      }
      if (bits > 0) text[at] = codes[(pending << (bitsPerLetter - bits)) & mask] ?? 0
      return text.toString('latin1')
    },
    /** Reads texts with or without padding. Throws `Error` if the text is not made of the alphabet. */
    decode(text: string) {
      let end = text.length
      while (text[end - 1] === PADDING) end -= 1
      // A byte is begun and not ended.
      if ((end * bitsPerLetter) % 8 >= bitsPerLetter) throw new Error(`Invalid input length ${end}`)
      const bytes = Buffer.allocUnsafe(Math.floor((end * bitsPerLetter) / 8))
      let pending = 0
      let bits = 0
      let length = 0
      for (let at = 0; at < end; at += 1) {
        const value = values[text.charCodeAt(at)] ?? -1
        if (value < 0) throw new Error(`Unrecognized character: ${text[at]}`)
        pending = ((pending << bitsPerLetter) | value) & 0xffff
        bits += bitsPerLetter
        if (bits < 8) continue
        bits -= 8
        bytes[length] = (pending >>> bits) & 0xff
        length += 1
      }
      return bytes
    },
  }
}
