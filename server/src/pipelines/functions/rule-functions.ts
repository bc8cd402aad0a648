/** All functions of the rule language, as the documentation groups them. */
import type { PipelineFunction } from '../evaluation/rule-run.ts'
import { caseFunctions } from './case-functions.ts'
import { cefFunctions } from './cef-functions.ts'
import { computedFieldFunctions } from './computed-field-functions.ts'
import { conversionFunctions } from './conversion-functions.ts'
import { csvFunctions } from './csv-functions.ts'
import { dateFunctions } from './date-functions.ts'
import { debugFunctions } from './debug-functions.ts'
import { encodingFunctions } from './encoding-functions.ts'
import { entropyFunctions } from './entropy-functions.ts'
import { fieldFunctions } from './field-functions.ts'
import { flattenFunctions } from './flatten-functions.ts'
import { grokFunctions } from './grok-functions.ts'
import { hashFunctions } from './hash-functions.ts'
import { ipFunctions } from './ip-functions.ts'
import { jsonFunctions } from './json-functions.ts'
import { keyValueFunctions } from './key-value-functions.ts'
import { listFunctions } from './list-functions.ts'
import { lookupFunctions } from './lookup-functions.ts'
import { lookupWritingFunctions } from './lookup-writing-functions.ts'
import { mapFunctions } from './map-functions.ts'
import { messageFunctions } from './message-functions.ts'
import { periodFunctions } from './period-functions.ts'
import { regexFunctions } from './regex-functions.ts'
import { syslogFunctions } from './syslog-functions.ts'
import { textFunctions } from './text-functions.ts'
import { threatIntelligenceFunctions } from './threat-intelligence-functions.ts'
import { typeTestFunctions } from './type-test-functions.ts'
import { urlFunctions } from './url-functions.ts'

interface FunctionGroup {
  readonly title: string
  /** Markdown, for the documentation. */
  readonly note?: string
  readonly functions: readonly PipelineFunction[]
}

const DATE_LETTERS = `Patterns and formats have the letters of Joda-Time: \`y\` year, \`M\` month (\`MMM\` its name), \`d\` day of the month, \`D\` day
of the year, \`E\` name of the weekday, \`x\` \`w\` \`e\` year, week and weekday of ISO 8601, \`H\` hour of the day, \`h\` hour
before noon or after it (\`a\`), \`m\` minute, \`s\` second, \`S\` fraction of a second, \`z\` name of the time zone, \`Z\` its
offset, \`ZZZ\` its id. Text in single quotes means itself.`

export const functionGroups: readonly FunctionGroup[] = [
  { title: 'Fields', functions: [...fieldFunctions, ...computedFieldFunctions] },
  { title: 'Messages and streams', functions: messageFunctions },
  { title: 'Conversions', functions: conversionFunctions },
  { title: 'Types', functions: typeTestFunctions },
  { title: 'Texts', functions: [...textFunctions, ...caseFunctions, ...entropyFunctions] },
  { title: 'Lists and maps', functions: [...listFunctions, ...mapFunctions] },
  {
    title: 'Patterns',
    functions: [...regexFunctions, ...grokFunctions, ...keyValueFunctions, ...cefFunctions, ...csvFunctions],
  },
  { title: 'JSON', functions: [...jsonFunctions, ...flattenFunctions] },
  { title: 'URLs and IP addresses', functions: [...urlFunctions, ...ipFunctions] },
  { title: 'Dates', note: DATE_LETTERS, functions: dateFunctions },
  { title: 'Periods', functions: periodFunctions },
  { title: 'Syslog', functions: syslogFunctions },
  { title: 'Hashes', functions: hashFunctions },
  { title: 'Encodings', functions: encodingFunctions },
  { title: 'Lookup tables', functions: [...lookupFunctions, ...lookupWritingFunctions] },
  { title: 'Threat intelligence', functions: threatIntelligenceFunctions },
  { title: 'Debugging', functions: debugFunctions },
]

export const ruleFunctions: readonly PipelineFunction[] = functionGroups.flatMap((group) => group.functions)
