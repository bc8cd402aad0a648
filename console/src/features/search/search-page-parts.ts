/** The parts of the page that neither the query nor the results need. */
export { RefreshControl } from '../../query/refresh/refresh-control.tsx'
export { StreamPill } from '../../query/stream-picker/stream-pill.tsx'
export { FilterPills } from './filters/filter-pills.tsx'
export { PriceTag } from './price/price-tag.tsx'
export { QueryHelp } from './query-help.tsx'
export { SavedSearchControls } from './saved/saved-search-controls.tsx'
export { SearchSidebar } from './sidebar/search-sidebar.tsx'
