/** The parts of the page that are not needed to type a query; loaded after it. */
export { RefreshControl } from '../../query/refresh/refresh-control.tsx'
export { StreamPill } from '../../query/stream-picker/stream-pill.tsx'
export { RestoredNotice } from './editing/restored-notice.tsx'
export { SearchModes } from './modes/search-modes.tsx'
export { QueryHelp } from './query-help.tsx'
export { SavedSearchControls } from './saved/saved-search-controls.tsx'
export { SearchSidebar } from './sidebar/search-sidebar.tsx'
