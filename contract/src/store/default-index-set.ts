/** A configuration document: the index set of streams that name none. */
import { Type } from 'typebox'

export const DEFAULT_INDEX_SET_KEY = 'org.graylog2.indexer.indexset.DefaultIndexSetConfig'

const MAX_ID = 100

export const DefaultIndexSetConfig = Type.Object(
  { default_index_set_id: Type.String({ maxLength: MAX_ID }) },
  { title: 'DefaultIndexSetConfig', additionalProperties: false },
)
