import { expect, test } from 'vitest'
import { fillTemplate } from './fill-template.ts'

const TEMPLATE = `# Replace the address by that of a Beats input.
output.logstash:
  hosts: ["192.168.1.1:5044"]
# Replace the address by that of a GELF TCP input.
<Output gelf>
    Host        192.168.1.1
    Port        12201
`
const input = (type: string, port: number) => ({
  ...{ id: 'i', title: 'Agents', type, name: '', global: true, node: null, content_pack: null },
  ...{ creator_user_id: 'ada', created_at: '2026-03-01T09:00:00.000Z', static_fields: {} },
  attributes: { port },
})

test('the address and the ports of inputs are filled in', () => {
  const inputs = [
    input('org.graylog.plugins.beats.Beats2Input', 15_044),
    input('org.graylog2.inputs.gelf.tcp.GELFTCPInput', 12_213),
  ]
  expect(fillTemplate(TEMPLATE, 'logs.example.org', inputs)).toBe(`# An input of this server.
output.logstash:
  hosts: ["logs.example.org:15044"]
# An input of this server.
<Output gelf>
    Host        logs.example.org
    Port        12213
`)
})

test('without an input the template says which one is missing', () => {
  const filled = fillTemplate(TEMPLATE, '192.0.2.7', [])
  expect(filled).toContain('# Start a Beats input on this port.\noutput.logstash:\n  hosts: ["192.0.2.7:5044"]')
  expect(filled).toContain('# Start a GELF TCP input on this port.')
})
