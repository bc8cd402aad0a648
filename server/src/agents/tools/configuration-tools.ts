import { createProposal } from '@logyard/contract/content-packs/configuration-proposals'
import { type NamedEntity, readConfiguration } from '@logyard/contract/content-packs/configuration-text'
import { Type } from 'typebox'
import { agentTool } from '../agent-tool.ts'

const MAX_NAME = 1000
const MAX_NAMES = 50
const MAX_TITLE = 200
const MAX_REASON = 10_000
const MAX_PROPOSED = 50

export const readConfigurationTool = agentTool({
  name: 'read_configuration',
  title: 'Read the configuration',
  description:
    'The entities of the configuration (stream, pipeline, pipeline_rule, event_definition, dashboard, input, lookup_table, ...) by type and name, without secrets. Names alone, unless you ask for some of them.',
  args: Type.Object(
    {
      type: Type.Optional(Type.String({ maxLength: MAX_NAME })),
      names: Type.Optional(
        Type.Array(Type.String({ maxLength: MAX_NAME }), {
          maxItems: MAX_NAMES,
          description: 'Return these with their data',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  async run({ type, names }, { api }) {
    const { entities } = await api.call(readConfiguration, {})
    const found = entities.filter(
      (entity) =>
        (type === undefined || entity.type.name === type) && (names === undefined || names.includes(entity.name)),
    )
    const shown = (entity: NamedEntity) => (names === undefined ? { type: entity.type, name: entity.name } : entity)
    return { facts: { entities: found.map(shown) } }
  },
})

export const proposeConfigurationTool = agentTool({
  name: 'propose_configuration',
  title: 'Propose changes of the configuration',
  description:
    'Leaves a proposal for a person, who sees each difference and applies or rejects it. Give each entity as it will be, in the form of read_configuration; others stay. Secrets and deletions cannot be proposed. Returns the changes that it would make.',
  isStoring: true,
  args: Type.Object(
    {
      title: Type.String({ minLength: 1, maxLength: MAX_TITLE }),
      reason: Type.String({ maxLength: MAX_REASON, description: 'Why, for the person who decides' }),
      entities: Type.Array(
        Type.Object(
          {
            type: Type.Object(
              { name: Type.String({ maxLength: MAX_NAME }), version: Type.String({ maxLength: MAX_NAME }) },
              { additionalProperties: false },
            ),
            name: Type.String({ minLength: 1, maxLength: MAX_NAME }),
            data: Type.Object({}, { additionalProperties: true, description: 'As read_configuration returns it' }),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: MAX_PROPOSED },
      ),
    },
    { additionalProperties: false },
  ),
  async run({ title, reason, entities }, { api }) {
    const { proposal, plan } = await api.call(createProposal, { body: { title, reason, entities } })
    return { facts: { proposal: { id: proposal.id, title, state: proposal.state }, plan } }
  },
})
