/** Functions that read the Common Event Format. */
import { createCefCodec } from '@logyard/codecs/cef/cef-codec'
import type { Decode, FieldValue } from '@logyard/codecs/codec'
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { defineFunction } from '../evaluation/rule-run.ts'
import { flag, given, text } from './params.ts'
import { createPerToolsCache } from './per-tools-cache.ts'

const decoders = createPerToolsCache<Decode>()

const parseCef = defineFunction({
  name: 'parse_cef',
  description:
    'Reads a text in the Common Event Format. The result is a map of the values, for set_fields, under the names of the CEF inputs.',
  example: {
    source: 'parse_cef("CEF:0|Acme|Gate|1.0|100|Login|5|suser=ada spt=22", true)["sourceUserName"]',
    result: '"ada"',
  },
  params: [
    text('cef_string', 'The text. What precedes "CEF:" is ignored.'),
    flag('use_full_names', 'True for full names such as sourceAddress instead of src.'),
  ],
  returns: 'CEFParserResult',
  call([cef, useFullNames], run) {
    const written = given(cef, 'cef_string')
    const decode = decoders(run.tools, String(useFullNames), () =>
      createCefCodec({ zone: run.tools.zone }).create({ use_full_names: useFullNames ?? false }),
    )
    const payload = Buffer.from(written.slice(Math.max(0, written.indexOf('CEF:'))))
    const decoded = decode({ payload, receivedAtMs: run.nowMs(), remoteAddress: '', remotePort: 0 })
    if (!decoded.ok) throw new Error(decoded.detail)
    const fields = Object.entries(decoded.messages[0]?.fields ?? {})
    return new Map(fields.map(([name, value]) => [name, ruleValueOf(value)]))
  },
})

function ruleValueOf(value: FieldValue): RuleValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return typeof value === 'object' ? value.map(ruleValueOf) : value
}

export const cefFunctions = [parseCef]
