/** The parts of the page that are not needed to type a query; loaded after it. */
export { RefreshControl } from '../../query/refresh/refresh-control.tsx'
export { StreamFilter } from '../../query/stream-picker/stream-filter.tsx'
export { ModeSwitch } from './modes/mode-switch.tsx'
export { SearchModes } from './modes/search-modes.tsx'
export { QueryHelp } from './query-help.tsx'
export { SavedSearchControls } from './saved/saved-search-controls.tsx'
export { SearchSidebar } from './sidebar/search-sidebar.tsx'
