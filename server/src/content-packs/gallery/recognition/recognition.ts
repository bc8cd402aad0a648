/** How the messages of a source are recognised before any pack has read them. */

/** The text of a message, with the fields that inputs set. */
export interface RawLine {
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

export interface Recognition {
  recognises(line: RawLine): boolean
  /** A search that finds such messages, for people: it may find a few others. */
  readonly query: string
  /** Fields that `recognises` reads. */
  readonly fields: readonly string[]
}

/** Programs by the name in syslog: in its own field, or in the text, mostly behind the host. */
export function programs(names: string): (line: RawLine) => boolean {
  const inField = new RegExp(`^(?:${names})$`)
  const inText = new RegExp(`^(?:\\S{1,255} )?(?:${names})(?:\\[\\d{1,10}\\])?: `)
  return ({ text, fields }) => {
    const name = fields['application_name']
    return typeof name === 'string' ? inField.test(name) : inText.test(text)
  }
}
