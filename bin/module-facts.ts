import { dirname, join, normalize } from 'node:path'
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser'

export interface Import {
  /** A path from the root for modules of this repository, else the name of a package. */
  readonly target: string
  /** `loaded` modules run when the importing file is loaded; `later` covers `import()` and `new URL()`. */
  readonly kind: 'loaded' | 'later' | 'type'
}

export interface ModuleFacts {
  readonly imports: readonly Import[]
  /** The module exports a collection of the settings store. */
  readonly isStore: boolean
  /** The module exports a function that registers routes. */
  readonly isRoutes: boolean
}

/** What the import check needs to know about the text of a file. */
export function readModule(file: string, text: string): ModuleFacts {
  const { module, program } = parseSync(file, text)
  const imports: Import[] = []
  const add = (name: string, kind: Import['kind']) => void imports.push({ target: resolve(file, name), kind })
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType) ? 'type' : 'loaded')
  }
  const exported = module.staticExports.flatMap(({ entries }) => entries)
  for (const { moduleRequest, isType } of exported) {
    if (moduleRequest !== null) add(moduleRequest.value, isType ? 'type' : 'loaded')
  }
  const collections = new Set<string>()
  new Visitor({
    ImportExpression: ({ source }) => addText(source, (name) => add(name, 'later')),
    TSImportType: ({ source }) => add(source.value, 'type'),
    NewExpression: ({ callee, arguments: [first, base] }) => {
      const isOwnUrl =
        isNamed(callee, 'URL') && base?.type === 'MemberExpression' && base.object.type === 'MetaProperty'
      if (isOwnUrl && first !== undefined && first.type !== 'SpreadElement')
        addText(first, (name) => add(name, 'later'))
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init?.type === 'CallExpression' && isCollection(init)) collections.add(id.name)
    },
  }).visit(program)
  return {
    imports,
    isStore: exported.some(({ localName }) => localName.name !== null && collections.has(localName.name)),
    isRoutes: exported.some(({ exportName }) => exportName.name?.endsWith('Routes') === true),
  }
}

const isNamed = (expression: Expression, name: string) => expression.type === 'Identifier' && expression.name === name

const isCollection = ({ callee }: CallExpression) => isNamed(callee, 'defineCollection')

/** Passes on a text that is written out; one that is put together at run time names no module that could be checked. */
function addText(expression: Expression, add: (name: string) => void): void {
  if (expression.type === 'Literal' && typeof expression.value === 'string') add(expression.value)
  const [only, ...more] = expression.type === 'TemplateLiteral' ? expression.quasis : []
  if (only !== undefined && more.length === 0) add(only.value.cooked ?? only.value.raw)
}

function resolve(file: string, name: string): string {
  const [path = ''] = name.split('?')
  if (path.startsWith('.')) return normalize(join(dirname(file), path))
  return path.replace(/^@logyard\/(\w+)\/(.+)$/, '$1/src/$2.ts')
}
