/** Dashboards as they were before views: each widget has a type and a free configuration. */
import { type Decoded, orNull, withDefault } from '../../../entities/codecs/codec.ts'
import { integer, text, textOrEmpty } from '../../../entities/codecs/scalar-codecs.ts'
import { configuration, list, shape } from '../../../entities/codecs/shape-codecs.ts'

const position = shape({ width: integer, height: integer, row: integer, col: integer })

const widget = shape({
  id: text,
  description: textOrEmpty,
  type: text,
  cache_time: withDefault(integer, 0),
  time_range: configuration,
  configuration,
  position: orNull(position),
})
export type OldWidget = Decoded<typeof widget>

export const oldDashboardCodec = shape({ title: text, description: textOrEmpty, widgets: list(widget) })
export type OldDashboard = Decoded<typeof oldDashboardCodec>
