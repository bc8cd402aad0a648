/** Configuration variables as administrators change them. */
import { MAX_TEMPLATE, MAX_VARIABLES } from '@logyard/contract/sidecars/sidecar-limits'
import type { VariableCheck, VariableDraft } from '@logyard/contract/sidecars/variables'
import type { Problems } from '../../http/validation-answer.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import { type SettingsStore, UniqueTaken } from '../../platform/settings/settings-store.ts'
import { createProblems } from '../name-rules.ts'
import { tooMany, variableNotFound, variableRefused } from '../sidecar-errors.ts'
import type { ConfigurationStore, StoredConfiguration } from './configuration-store.ts'
import type { StoredVariable, VariableStore } from './variable-store.ts'

export interface VariableServiceDeps {
  readonly settings: SettingsStore
  readonly store: VariableStore
  readonly replica: Replica<StoredVariable>
  readonly configurations: Replica<StoredConfiguration>
  readonly configurationStore: ConfigurationStore
  readonly ids: Ids
}

export type VariableService = ReturnType<typeof createVariableService>

const NAME_TAKEN = 'A variable with that name already exists.'

export function createVariableService(deps: VariableServiceDeps) {
  const { settings, store, replica, ids } = deps
  async function list(): Promise<readonly StoredVariable[]> {
    await replica.fresh()
    return replica.list().toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }

  async function get(id: string): Promise<StoredVariable> {
    await replica.fresh()
    const variable = replica.find(id)
    if (variable === undefined) throw variableNotFound(id)
    return variable
  }

  const problemsOf = async (draft: VariableCheck, id: string | undefined) => variableProblems(draft, id, await list())

  return {
    list,
    problemsOf: (draft: VariableCheck) => problemsOf(draft, draft.id || undefined),
    usersOf: async (id: string) => usersOf(deps, (await get(id)).name),
    async create(draft: VariableDraft): Promise<StoredVariable> {
      refuse(await problemsOf(draft, undefined))
      if ((await list()).length >= MAX_VARIABLES) throw tooMany('configuration variables', MAX_VARIABLES)
      return refusingTaken(() => store.insert(variableOf(ids.next(), draft)))
    },
    /** All templates name the variable as it is called, at every instant. */
    async update(id: string, draft: VariableDraft): Promise<StoredVariable> {
      const before = await get(id)
      refuse(await problemsOf(draft, id))
      const variable = variableOf(id, draft)
      const renamed = before.name === draft.name ? [] : await renaming(deps, before.name, draft.name)
      await refusingTaken(() => settings.commit([store.replacing(variable), ...renamed]))
      return variable
    },
    async delete(id: string): Promise<void> {
      const { name } = await get(id)
      const users = await usersOf(deps, name)
      if (users.length > 0) {
        const names = users.map((user) => user.name).join(', ')
        throw variableRefused({ name: [`Variable is still used in the following configurations: ${names}`] })
      }
      await store.delete(id)
    },
  }
}

const interpolationOf = (name: string) => `\${user.${name}}`

async function usersOf({ configurations }: VariableServiceDeps, name: string): Promise<readonly StoredConfiguration[]> {
  await configurations.fresh()
  return configurations.list().filter(({ template }) => template.includes(interpolationOf(name)))
}

async function renaming(deps: VariableServiceDeps, before: string, after: string) {
  const users = await usersOf(deps, before)
  const changed = users.map((user) => ({
    ...user,
    template: user.template.replaceAll(interpolationOf(before), () => interpolationOf(after)),
  }))
  const long = changed.find(({ template }) => template.length > MAX_TEMPLATE)
  if (long !== undefined) {
    throw variableRefused({ name: [`With this name the template of "${long.name}" would be too long.`] })
  }
  return Promise.all(
    changed.map(async (configuration) => {
      const version = (await deps.configurationStore.findVersioned(configuration.id))?.version
      return deps.configurationStore.replacing(configuration, version)
    }),
  )
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

const variableOf = (id: string, { name, description = null, content }: VariableDraft): StoredVariable => ({
  ...{ id, name, description, content },
})

function refuse(problems: Problems): void {
  if (Object.keys(problems).length > 0) throw variableRefused(problems)
}

/** Two requests at once can pass the check with the same name. */
async function refusingTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof UniqueTaken) throw variableRefused({ name: [NAME_TAKEN] })
    throw error
  }
}
