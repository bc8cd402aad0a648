/** A configuration document: the view that opens for users who have chosen none. */
import { Type } from 'typebox'

export const DEFAULT_VIEW_KEY = 'org.graylog.plugins.views.search.views.ViewClusterConfig'

const MAX_ID = 100

export const ViewClusterConfig = Type.Object(
  { default_view_id: Type.String({ maxLength: MAX_ID }) },
  { title: 'ViewClusterConfig', additionalProperties: false },
)
