/** Parts of rules that several packs share. */

/** The field that names the pack which recognised a message. */
export const LOG_SOURCE = 'log_source'

const TITLE = /^\s*rule "([^"]+)"/

export function titleOf(source: string): string {
  const title = TITLE.exec(source)?.[1]
  if (title === undefined) throw new Error(`A rule has no title: ${source.slice(0, 50)}`)
  return title
}

export interface ProgramsOf {
  /** The beginning of the rule's title. */
  readonly title: string
  readonly name: string
  /** Names of programs, as a regular expression. */
  readonly programs: string
  /** A condition for messages that have no name of a program, in the rule language. */
  readonly orElse?: string
}

/**
 * Recognises messages by the program that wrote them. RFC 5424 has its name in a field; of older syslog the text begins
 * with the host and the program. Some firewalls leave the host out.
 */
export function recognisePrograms({ title, name, programs, orElse }: ProgramsOf): string {
  const head = String.raw`^(?:\\S+ )?(${programs})(?:\\[(\\d+)\\])?: `
  return `rule "${title} pack: recognise"
when
  regex("^(?:${programs})$", to_string($message.application_name)).matches == true or
  regex("${head}", to_string($message.message)).matches == true${orElse === undefined ? '' : ` or\n  ${orElse}`}
then
  set_field("${LOG_SOURCE}", "${name}");
  set_field("process_name", $message.application_name);
  set_fields(regex("${head}", to_string($message.message), ["process_name", "process_id"]));
end`
}

/** Makes numbers of texts that earlier rules have set. */
export function numbersRule(title: string, fields: readonly string[]): string {
  const conditions = fields.map((field) => `has_field("${field}")`)
  const statements = fields.map((field) => `  set_field("${field}", to_long($message.${field}, null));`)
  return `rule "${title} pack: numbers"
when
  ${conditions.join(' or\n  ')}
then
${statements.join('\n')}
end`
}
