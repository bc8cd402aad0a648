/** Suggestions for what is typed in a template. */

export interface TemplateVariable {
  readonly name: string
  readonly description: string | null
}

interface TemplateOption {
  readonly label: string
  readonly detail?: string
}

interface TemplateCompletion {
  /** Where the completed word begins. */
  readonly from: number
  readonly options: readonly TemplateOption[]
  /** Closes the expression or the tag; undefined if more of it follows. */
  readonly closing?: string
}

export const RUNTIME_VARIABLES = ['nodeId', 'nodeName', 'sidecarVersion', 'operatingSystem'] as const

const DIRECTIVES = ['if', 'elseif', 'else', 'list', 'switch', 'case', 'default', 'assign', 'include', 'noparse']

const BUILT_INS = [
  ...['upper_case', 'lower_case', 'cap_first', 'trim', 'length', 'contains', 'starts_with', 'ends_with'],
  ...['replace', 'split', 'join', 'matches', 'substring', 'index_of', 'number', 'string', 'c', 'has_content'],
  ...['size', 'keys', 'values', 'then', 'switch'],
]

/** The open expression before the caret; strings in it may hold anything. */
const OPEN_EXPRESSION = /(?:\$\{|<#(?:if|elseif|list|switch|case|assign)\s)[^}\n]*$/
const MAX_EXPRESSION = 1000

export function completeTemplate(
  text: string,
  caret: number,
  variables: readonly TemplateVariable[],
): TemplateCompletion | undefined {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1
  const before = text.slice(Math.max(lineStart, caret - MAX_EXPRESSION), caret)
  const directive = /<\/?#(\w*)$/.exec(before)
  if (directive !== null) {
    return { from: caret - (directive[1] ?? '').length, options: DIRECTIVES.map((label) => ({ label })) }
  }
  const open = OPEN_EXPRESSION.exec(before)?.[0]
  if (open === undefined) return undefined
  const builtIn = /\?(\w*)$/.exec(open)
  if (builtIn !== null) {
    return { from: caret - (builtIn[1] ?? '').length, options: BUILT_INS.map((label) => ({ label })) }
  }
  const name = /(?:^|[\s({,+=!&|<>-])([\w.]*)$/.exec(open)?.[1]
  if (name === undefined) return undefined
  const isWhole = open === `\${${name}`
  return {
    from: caret - name.length,
    options: namesOf(variables),
    ...(isWhole ? { closing: '}' } : {}),
  }
}

const namesOf = (variables: readonly TemplateVariable[]): readonly TemplateOption[] => [
  ...variables.map(({ name, description }) => ({
    label: `user.${name}`,
    ...(description === null || description === '' ? {} : { detail: description }),
  })),
  ...RUNTIME_VARIABLES.map((name) => ({ label: `sidecar.${name}` })),
]
