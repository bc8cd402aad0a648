/** The page of the documentation that lists all functions: docs/rule-functions.md. A test updates it with `-u`. */
import type { PipelineFunction } from '../evaluation/rule-run.ts'
import { functionGroups } from './rule-functions.ts'

const HEAD = `# Functions of the rule language

A call names its arguments, or gives them in the order of the parameters: \`substring(value: "abc", start: 1)\` and
\`substring("abc", 1)\` are the same. Parameters with a question mark are optional. \`end\` and \`match\` are words of the
language: as names they are written in backticks, \`\` \`end\`: 3 \`\`.

A parameter accepts values of its type only. \`$message.x\` has the type Object, which fits only parameters of that type:
convert it first, as in \`lowercase(to_string($message.x))\`.

The examples run on a message with the text "login of ada" from the source "web-1", received at 2021-03-04 05:06:07.089
UTC by the input "Syslog UDP". Their lookup table "users" has an entry for "ada" with a name, an age and a list of groups.
Texts and lists that functions return are limited: see [limits](limits.md).
`

export function functionPage(): string {
  const groups = functionGroups.map(({ title, note, functions }) => {
    const sorted = functions.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    return [`## ${title}\n`, ...(note === undefined ? [] : [`${note}\n`]), ...sorted.map(functionText)].join('\n')
  })
  return [HEAD, ...groups].join('\n')
}

function functionText({ name, description, example, params, returns, deprecated }: PipelineFunction): string {
  const signature = params.map((param) => `${param.name}${param.isOptional ? '?' : ''}: ${param.type}`).join(', ')
  const parameters = params.map((param) => `- ${namesOf(param)}: ${plain(param.description)}\n`).join('')
  return [
    `### ${name}\n`,
    `\`${name}(${signature}) -> ${returns}\`\n`,
    ...(deprecated === undefined ? [] : [`**Deprecated.** ${plain(deprecated)}\n`]),
    `${plain(description)}\n`,
    ...(parameters === '' ? [] : [parameters]),
    `Example: ${code(example.source)}\\\nResult: ${code(example.result)}\n`,
  ].join('\n')
}

const namesOf = ({ name, otherNames = [] }: PipelineFunction['params'][number]): string =>
  [name, ...otherNames].map((each) => `\`${each}\``).join(' or ')

/** Descriptions are texts, not Markdown. */
const plain = (text: string): string => text.replaceAll(/[\\`*<[\]]/g, '\\$&')

/** Examples may contain backticks. */
const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)
