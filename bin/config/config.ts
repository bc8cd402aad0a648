/** `npm run config`: the configuration of a system as files, the difference between both, and its application. */
import {
  applyConfiguration,
  type ConfigurationPlan,
  type NamedConfiguration,
  type NamedEntity,
  planConfiguration,
  readConfiguration,
} from '../../contract/src/content-packs/configuration-text.ts'
import { readEntityFolder } from '../../server/src/content-packs/text/entity-folder.ts'
import { type Api, createApi } from '../../terminal/src/api/api.ts'
import { routeOf } from '../../terminal/src/api/routes.ts'
import { type ConfigOptions, readConfigOptions } from './config-options.ts'
import { writeEntities } from './entity-files.ts'
import { planWords } from './plan-words.ts'

/** The exit code when there is a difference. */
const DIFFERENT = 2

/** Resolves with the exit code. */
export async function config(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readConfigOptions(args, env)
  using api = await createApi(options.connection, new AbortController().signal)
  if (options.command === 'pull') return await pull(api, options)
  return options.command === 'plan' ? await plan(api, options, env) : await apply(api, options, env)
}

async function pull(api: Api, { folder }: ConfigOptions): Promise<number> {
  const { entities }: NamedConfiguration = await api.call(routeOf(readConfiguration))
  await writeEntities(folder, entities)
  console.log(`${entities.length} entities are in ${folder}.`)
  const secrets = secretNames(entities)
  if (secrets.length > 0) console.log(`Secrets, to be set as variables when they change:\n  ${secrets.join('\n  ')}`)
  return 0
}

async function plan(api: Api, options: ConfigOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const body = await requestOf(options, env)
  const planned: ConfigurationPlan = await api.call(routeOf(planConfiguration), { body })
  console.log(planWords(planned))
  return planned.changes.length === 0 ? 0 : DIFFERENT
}

async function apply(api: Api, options: ConfigOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const body = await requestOf(options, env)
  const applied: ConfigurationPlan = await api.call(routeOf(applyConfiguration), { body })
  console.log(planWords(applied))
  console.log(applied.changes.length === 0 ? 'There was nothing to change.' : 'Applied.')
  return 0
}

async function requestOf({ folder, prune }: ConfigOptions, env: NodeJS.ProcessEnv) {
  const entities = [...(await readEntityFolder(folder))]
  const secrets = secretNames(entities).flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { entities, secrets: Object.fromEntries(secrets), prune }
}

/** Each once, sorted. */
function secretNames(entities: readonly NamedEntity[]): readonly string[] {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    if ('secret' in value && typeof value.secret === 'string' && Object.keys(value).length === 1)
      names.add(value.secret)
    else Object.values(value).forEach(visit)
  }
  for (const { data } of entities) visit(data)
  return [...names].sort()
}
