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
import { type CallApi, createApiCaller } from '../demo/api-caller.ts'
import { type ConfigOptions, readConfigOptions } from './config-options.ts'
import { writeEntities } from './entity-files.ts'
import { planWords } from './plan-words.ts'

/** The exit code when there is a difference. */
const DIFFERENT = 2

/** Resolves with the exit code. */
export async function config(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readConfigOptions(args, env)
  // The API takes a token as a user name.
  const call = createApiCaller({ url: options.address, user: options.token, password: 'token' })
  if (options.command === 'pull') return pull(call, options)
  return options.command === 'plan' ? plan(call, options, env) : apply(call, options, env)
}

async function pull(call: CallApi, { folder }: ConfigOptions): Promise<number> {
  const { entities }: NamedConfiguration = await call(readConfiguration)
  await writeEntities(folder, entities)
  console.log(`${entities.length} entities are in ${folder}.`)
  const secrets = secretNames(entities)
  if (secrets.length > 0) console.log(`Secrets, to be set as variables when they change:\n  ${secrets.join('\n  ')}`)
  return 0
}

async function plan(call: CallApi, options: ConfigOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const body = await requestOf(options, env)
  const planned: ConfigurationPlan = await call(planConfiguration, { body })
  console.log(planWords(planned))
  return planned.changes.length === 0 ? 0 : DIFFERENT
}

async function apply(call: CallApi, options: ConfigOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const body = await requestOf(options, env)
  const applied: ConfigurationPlan = await call(applyConfiguration, { body })
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
