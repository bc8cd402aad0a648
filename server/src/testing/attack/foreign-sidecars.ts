/** A sidecar with assigned configuration, and templates and variables with secrets, as they often hold passwords. */
import { collectors } from '@logyard/contract/sidecars/collectors'
import { SIDECAR_CONFIG_DEFAULTS, SIDECAR_CONFIG_KEY } from '@logyard/contract/sidecars/sidecar-config'
import { ADMIN, type AdminCalls } from './admin-calls.ts'

const SIDECAR = 'orchard-sidecar'

export async function makeSidecar(url: string, { make, read }: AdminCalls) {
  // A sidecar that became inactive during the attack would look like a change.
  const settings = { ...SIDECAR_CONFIG_DEFAULTS, sidecar_inactive_threshold: 'P1D' }
  await make(`/system/cluster_config/${SIDECAR_CONFIG_KEY}`, settings, ADMIN, 'PUT')
  await register(url)
  const collector = await make('/sidecar/collectors', {
    ...collectors.example,
    name: 'orchard-collector',
    executable_path: '/usr/bin/zqcanary',
    execute_parameters: '--password=zqcanary',
    validation_parameters: '',
    default_template: 'password: zqcanary',
  })
  const variable = await make('/sidecar/configuration_variables', {
    name: 'orchard_variable',
    description: 'zqtitle of a variable',
    content: 'zqcanary of a variable',
  })
  const configuration = await make('/sidecar/configurations', {
    collector_id: collector.id,
    name: 'zqtitle of a configuration',
    color: '#aabbcc',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the language of the templates.
    template: 'password: zqcanary ${user.orchard_variable}',
    tags: ['zqtag'],
  })
  const assignments = [{ collector_id: collector.id, configuration_id: configuration.id }]
  await make('/sidecars/configurations', { nodes: [{ node_id: SIDECAR, assignments }] }, ADMIN, 'PUT')
  const restart = [{ collector_id: collector.id, properties: { restart: true } }]
  await make(`/sidecar/action/${SIDECAR}`, restart, ADMIN, 'PUT')
  await make(
    `/plugins/org.graylog.plugins.collector/collectors/${SIDECAR}/configuration`,
    {
      collector_id: SIDECAR,
      node_id: 'orchard',
      collector_name: 'zqtitle of a collector',
      rendered_configuration: 'password: zqcanary',
    },
    ADMIN,
    'PUT',
  )
  const { uploads } = await read('/sidecar/configurations/uploads')
  return {
    sidecar: [SIDECAR],
    collector: [String(collector.id)],
    configuration: [String(configuration.id)],
    configurationvariable: [String(variable.id)],
    upload: uploads.map(({ id }: { id: unknown }) => String(id)),
  }
}

/** The agent's call needs a header that no other call has. */
async function register(url: string): Promise<void> {
  const status = { status: 0, message: 'zqcanary', collectors: [] }
  const answer = await fetch(`${url}api/sidecars/${SIDECAR}`, {
    method: 'PUT',
    headers: {
      authorization: ADMIN,
      'content-type': 'application/json',
      'x-requested-by': 'attack',
      'x-graylog-sidecar-version': '1.5.0',
    },
    body: JSON.stringify({
      node_name: 'zqtitle of a sidecar',
      node_details: { operating_system: 'Linux', ip: '192.0.2.7', status },
    }),
  })
  if (answer.status !== 202) throw new Error(`the sidecar was refused: ${answer.status} ${await answer.text()}`)
}
