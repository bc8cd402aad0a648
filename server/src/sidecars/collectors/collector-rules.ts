/** Checks drafts of collectors. */
import type { CollectorCheck, CollectorDraft } from '@logyard/contract/sidecars/collectors'
import type { Problems } from '../../http/validation-answer.ts'
import { createProblems, FORBIDDEN_CHARACTERS, hasForbiddenCharacter } from '../name-rules.ts'
import type { StoredCollector } from './collector-store.ts'

const NAME = /^[A-Za-z0-9_.-]+$/
/** The service types of each operating system. */
const SERVICES: Readonly<Record<string, readonly string[]>> = { linux: ['exec'], windows: ['exec', 'svc'] }

/** `id` is that of the collector that is changed. */
export function collectorProblems(
  draft: CollectorCheck,
  id: string | undefined,
  stored: readonly StoredCollector[],
): Problems {
  const { name = '', node_operating_system: os = '', service_type = '', executable_path = '' } = draft
  const problems = createProblems()
  if (name === '') problems.add('name', 'Collector name cannot be empty.')
  else if (!NAME.test(name)) {
    problems.add('name', 'Collector name can only contain the following characters: A-Z,a-z,0-9,_,-,.')
  }
  const isTaken = stored.some((one) => one.name === name && one.node_operating_system === os && one.id !== id)
  if (isTaken) problems.add('name', nameTaken({ name, node_operating_system: os }))
  if (executable_path === '') problems.add('executable_path', 'Collector binary path cannot be empty.')
  else if (hasForbiddenCharacter(executable_path)) {
    problems.add('executable_path', `Collector binary path cannot contain the characters ${FORBIDDEN_CHARACTERS}`)
  }
  if (SERVICES[os] === undefined) {
    problems.add('node_operating_system', `Operating system can only be one of ${Object.keys(SERVICES).join(', ')}.`)
  }
  if (!(SERVICES[os] ?? []).includes(service_type)) {
    const allowed = (SERVICES[os] ?? []).join(', ')
    problems.add('service_type', `${os === '' ? 'The operating system' : os} supports the service types: ${allowed}`)
  }
  return problems.all()
}

export const nameTaken = ({ name, node_operating_system }: Pick<StoredCollector, 'name' | 'node_operating_system'>) =>
  `Collector "${name}" already exists for the "${node_operating_system}" operating system.`

export function collectorOf(id: string, draft: CollectorDraft): StoredCollector {
  return {
    id,
    name: draft.name,
    service_type: draft.service_type,
    node_operating_system: draft.node_operating_system,
    executable_path: draft.executable_path,
    execute_parameters: draft.execute_parameters ?? null,
    validation_parameters: draft.validation_parameters ?? null,
    default_template: draft.default_template ?? null,
  }
}
