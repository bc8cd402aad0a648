/** The kind of configuration variables, which templates name. */
import { MAX_TEMPLATE, MAX_VARIABLES } from '@logyard/contract/sidecars/sidecar-limits'
import type { VariableCheck, VariableDraft } from '@logyard/contract/sidecars/variables'
import { entityKind, type KindDeps } from '../../entities/entity-kind.ts'
import type { Problems } from '../../http/validation-answer.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import type { Write } from '../../platform/settings/settings-store.ts'
import { createProblems, requireNoProblems } from '../name-rules.ts'
import { tooMany, variableRefused } from '../sidecar-errors.ts'
import type { ConfigurationStore, StoredConfiguration } from './configuration-store.ts'
import { type StoredVariable, variableCollection } from './variable-store.ts'

export type VariableKind = ReturnType<typeof variableKind>

export interface VariableKindDeps extends KindDeps {
  readonly replica: Replica<StoredVariable>
  readonly configurations: Replica<StoredConfiguration>
  readonly configurationStore: ConfigurationStore
}

const NAME_TAKEN = 'A variable with that name already exists.'

export function variableKind(deps: VariableKindDeps) {
  const kind = entityKind<StoredVariable, VariableDraft>(deps, {
    collection: variableCollection,
    replica: deps.replica,
    titleOf: ({ name }) => name,
    sorted: (variables) => variables.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    async read(draft, { id, before }) {
      requireNoProblems(variableProblems(draft, before?.id, await kind.list()), variableRefused)
      const { name, description = null, content } = draft
      return { id, name, description, content }
    },
    /** A new name is written into all templates in the same commit. */
    async beside(change) {
      const isRenamed = change.action === 'replace' && change.before.name !== change.after.name
      return isRenamed ? renaming(deps, change.before.name, change.after.name) : []
    },
    async requireUnused({ name }) {
      const users = await usersOf(deps, name)
      if (users.length === 0) return
      const names = users.map((user) => user.name).join(', ')
      throw variableRefused({ name: [`Variable is still used in the following configurations: ${names}`] })
    },
    notFound: (id) =>
      new LogyardError('not-found', 'sidecar-variable-not-found', `Could not find configuration variable ${id}`),
    // Two requests at once can pass the check with the same name.
    taken: () => variableRefused({ name: [NAME_TAKEN] }),
    limit: { most: MAX_VARIABLES, error: (most) => tooMany('configuration variables', most) },
  })
  return {
    ...kind,
    problemsOf: async (draft: VariableCheck) => variableProblems(draft, draft.id || undefined, await kind.list()),
    /** The configurations whose templates name the variable. */
    usersOf: async (id: string) => usersOf(deps, (await kind.get(id)).name),
  }
}

const interpolationOf = (name: string) => `\${user.${name}}`

async function usersOf({ configurations }: VariableKindDeps, name: string) {
  await configurations.fresh()
  return configurations.list().filter(({ template }) => template.includes(interpolationOf(name)))
}

async function renaming(deps: VariableKindDeps, before: string, after: string): Promise<readonly Write[]> {
  const store = deps.configurationStore
  const users = await Promise.all((await usersOf(deps, before)).map(({ id }) => store.findVersioned(id)))
  return users
    .filter((user) => user !== undefined)
    .map(({ document, version }) => {
      const template = document.template.replaceAll(interpolationOf(before), () => interpolationOf(after))
      if (template.length > MAX_TEMPLATE) {
        throw variableRefused({ name: [`With this name the template of "${document.name}" would be too long.`] })
      }
      return store.replacing({ ...document, template }, version)
    })
}

function variableProblems(
  { name = '', content = '' }: VariableCheck,
  id: string | undefined,
  stored: readonly StoredVariable[],
): Problems {
  const problems = createProblems()
  if (name === '') problems.add('name', 'Variable name can not be empty.')
  else if (!/^[A-Za-z0-9_]+$/.test(name)) {
    problems.add('name', 'Variable name can only contain the following characters: A-Z,a-z,0-9,_')
  }
  if (/^[0-9]/.test(name)) problems.add('name', 'Variable name can not start with numbers.')
  if (stored.some((one) => one.name === name && one.id !== id)) problems.add('name', NAME_TAKEN)
  if (content === '') problems.add('content', 'Variable content can not be empty.')
  return problems.all()
}
