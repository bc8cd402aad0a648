/** Configuration variables, which templates name: how they are stored, their rules and their routes. */
import { nullable } from '@logyard/contract/http/envelope'
import { MAX_TEMPLATE, MAX_VARIABLES } from '@logyard/contract/sidecars/sidecar-limits'
import * as contract from '@logyard/contract/sidecars/variables'
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { entityKind, type KindDeps } from '../../entities/entity-kind.ts'
import { serve } from '../../http/serve.ts'
import { type Problems, validationAnswer } from '../../http/validation-answer.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import { defineCollection, type Write } from '../../platform/settings/settings-store.ts'
import { createProblems, requireNoProblems } from '../name-rules.ts'
import { tooMany, variableRefused } from '../sidecar-errors.ts'
import { configurationCollection, type StoredConfiguration } from './configuration-store.ts'

const StoredVariable = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  content: Type.String(),
})
export type StoredVariable = Static<typeof StoredVariable>

export const variableCollection = defineCollection({
  name: 'sidecar_variables',
  audit: { type: 'sidecar-variable', secretTexts: ['content'] },
  schema: StoredVariable,
  keys: { name: { unique: true, of: ({ name }: StoredVariable) => [name] } },
})

interface VariableKindDeps extends KindDeps {
  readonly replica: Replica<StoredVariable>
  readonly configurations: Replica<StoredConfiguration>
}

const NAME_TAKEN = 'A variable with that name already exists.'

export function variableKind(deps: VariableKindDeps) {
  const kind = entityKind<StoredVariable, contract.VariableDraft>(deps, {
    collection: variableCollection,
    replica: deps.replica,
    titleOf: ({ name }) => name,
    sorted: (variables) => variables.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    async read(draft, { id }) {
      requireNoProblems(await problemsOf({ ...draft, id }), variableRefused)
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
  /** The id is that of the variable that the draft replaces. */
  async function problemsOf({ id, name = '', content = '' }: Partial<contract.VariableDraft>): Promise<Problems> {
    const problems = createProblems()
    if (name === '') problems.add('name', 'Variable name can not be empty.')
    else if (!/^[A-Za-z0-9_]+$/.test(name)) {
      problems.add('name', 'Variable name can only contain the following characters: A-Z,a-z,0-9,_')
    }
    if (/^[0-9]/.test(name)) problems.add('name', 'Variable name can not start with numbers.')
    const stored = await kind.list()
    if (stored.some((one) => one.name === name && one.id !== id)) problems.add('name', NAME_TAKEN)
    if (content === '') problems.add('content', 'Variable content can not be empty.')
    return problems.all()
  }
  return {
    ...kind,
    problemsOf,
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
  const store = deps.settings.collection(configurationCollection)
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

export function variableRoutes(api: FastifyInstance, variables: ReturnType<typeof variableKind>): void {
  serve(api, contract.listVariables, async () => [...(await variables.list())])
  serve(api, contract.listVariableConfigurations, async ({ params }) => [...(await variables.usersOf(params.id))])
  serve(api, contract.createVariable, ({ body }) => variables.create(body))
  serve(api, contract.updateVariable, ({ params, body }) => variables.replace(params.id, () => body))
  serve(api, contract.deleteVariable, ({ params }) => variables.delete(params.id))
  serve(api, contract.validateVariable, async ({ body }) => validationAnswer(await variables.problemsOf(body)))
}
