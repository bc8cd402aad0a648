/** Every format that this server reads. */
import { beatsCodec } from '@logyard/codecs/beats/beats-codec'
import { beatsDeprecatedCodec } from '@logyard/codecs/beats/beats-deprecated-codec'
import { bulkCodec } from '@logyard/codecs/bulk/bulk-codec'
import { createCefCodec } from '@logyard/codecs/cef/cef-codec'
import type { Codec } from '@logyard/codecs/codec'
import { gelfCodec } from '@logyard/codecs/gelf/gelf-codec'
import { hecCodec } from '@logyard/codecs/hec/hec-codec'
import { jsonPathCodec } from '@logyard/codecs/json-path/json-path-codec'
import { lokiCodec } from '@logyard/codecs/loki/loki-codec'
import { netflowCodec } from '@logyard/codecs/netflow/netflow-codec'
import { otlpCodec } from '@logyard/codecs/otlp/otlp-codec'
import { randomHttpCodec } from '@logyard/codecs/random/random-http-codec'
import { rawCodec } from '@logyard/codecs/raw/raw-codec'
import { refusedCodec } from '@logyard/codecs/refused-codec'
import { createSyslogCodec } from '@logyard/codecs/syslog/syslog-codec'
import type { Clock } from '../../platform/clock.ts'
import { serverZone } from '../../platform/server-zone.ts'
import { createReverseNames } from './reverse-names.ts'

/** Codecs by name. Worker threads import this module by its path and create codecs of their own. */
export function createCodecs({ clock }: { readonly clock: Clock }) {
  const zone = serverZone()
  return {
    gelf: gelfCodec,
    syslog: createSyslogCodec({ zone, hostNameOf: createReverseNames({ clock }).nameOf }),
    raw: rawCodec,
    beats: beatsCodec,
    beatsDeprecated: beatsDeprecatedCodec,
    cef: createCefCodec({ zone }),
    jsonPath: jsonPathCodec,
    netflow: netflowCodec,
    randomHttp: randomHttpCodec,
    otlp: otlpCodec,
    loki: lokiCodec,
    bulk: bulkCodec,
    hec: hecCodec,
    refused: refusedCodec,
  } as const satisfies Readonly<Record<string, Codec>>
}

export type Codecs = ReturnType<typeof createCodecs>
