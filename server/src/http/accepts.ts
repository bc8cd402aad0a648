/** Whether an Accept header matches a content type: by name, by group (`text/*`), or by the full wildcard. */
export function accepts(accept: string, type: string): boolean {
  const group = `${type.split('/', 1)[0]}/*`
  return accept.split(',').some((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return (
      (range === type || range === group || range === '*/*') && !parameters.some((text) => /^q=0(\.0*)?$/.test(text))
    )
  })
}
