/** An installed content pack whose texts and entities only administrators may see. */
import type { AdminCalls } from './admin-calls.ts'

const PACK = 'orchard-pack'

export async function makeContentPack({ make }: AdminCalls) {
  const text = (value: string) => ({ '@type': 'string', '@value': value })
  const source = 'rule "zqtitle of a packed rule" when true then set_field("basket", "zqcanary"); end'
  const rule = { title: text('zqtitle of a packed rule'), description: text('zqcanary'), source: text(source) }
  const patternField = {
    ...{ name: text('orchard_ms'), kind: text('number'), unit: text('') },
    ...{ position: { '@type': 'integer', '@value': 14 }, templates: [text('zqcanary took * ms')] },
  }
  await make('/system/content_packs', {
    ...{ v: '1', id: PACK, rev: 1, name: 'zqtitle of a pack', summary: 'zqcanary', description: 'zqcanary' },
    ...{ vendor: 'zqcanary', url: '' },
    parameters: [
      { name: 'SECRET', title: 'zqtitle', description: 'zqcanary', type: 'string', default_value: 'zqcanary' },
    ],
    entities: [
      { v: '1', id: 'rule', type: { name: 'pipeline_rule', version: '1' }, data: rule },
      { v: '1', id: 'field', type: { name: 'pattern_field', version: '1' }, data: patternField },
    ],
  })
  const installation = await make(`/system/content_packs/${PACK}/1/installations`, {
    parameters: { SECRET: text('zqcanary') },
    comment: 'zqcanary',
  })
  const entity = { name: 'ZQ', data: { name: 'ZQ', pattern: 'zqcanary' } }
  const { proposal } = await make('/logyard/configuration/proposals', {
    ...{ title: 'zqtitle of a proposal', reason: 'zqcanary' },
    entities: [{ type: { name: 'grok_pattern', version: '1' }, ...entity }],
  })
  const installed: readonly { readonly id: string; readonly title: string }[] = Object(installation).entities
  const field = installed.find(({ title }) => title === 'orchard_ms')
  return {
    patternfield: [String(field?.id)],
    proposal: [String(Object(proposal).id)],
    contentpack: [PACK],
    rev: ['1'],
    iid: [String(installation._id)],
  }
}
