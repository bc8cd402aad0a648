const BYTES_PER_LINE = 16
const OFFSET_DIGITS = 8

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
const isPrintable = (byte: number) => byte >= 0x20 && byte < 0x7f

/** Format: `00000010  48 65 6c 6c 6f …  |Hello…|`, sixteen bytes a line. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += BYTES_PER_LINE) {
    const line = [...bytes.subarray(at, at + BYTES_PER_LINE)]
    const codes = line.map((byte) => hex(byte, 2)).join(' ')
    const text = line.map((byte) => (isPrintable(byte) ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${hex(at, OFFSET_DIGITS)}  ${codes.padEnd(BYTES_PER_LINE * 3 - 1)}  |${text}|`)
  }
  return lines.join('\n')
}

const CONTROL_PICTURES = 0x2400
const DELETE_PICTURE = '\u2421'

/** The bytes as UTF-8 text; control and invisible characters are shown as visible symbols. */
export function visibleText(bytes: Uint8Array): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
  return new TextDecoder().decode(bytes).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (character) => {
    const code = character.charCodeAt(0)
    return code === 0x7f ? DELETE_PICTURE : String.fromCharCode(CONTROL_PICTURES + code)
  })
}
