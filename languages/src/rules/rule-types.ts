/** The static types of the rule language. */
export const RULE_TYPES = [
  'String',
  'Long',
  'Double',
  'Boolean',
  'Object',
  'Map',
  'List',
  'DateTime',
  'Period',
  'Duration',
  'JsonNode',
  'IpAddress',
  'URL',
  'Message',
  'Void',
  'GrokResult',
  'RegexMatchResult',
  'SyslogPriority',
  'SyslogPriorityAsString',
  'CEFParserResult',
] as const

export type RuleType = (typeof RULE_TYPES)[number]
