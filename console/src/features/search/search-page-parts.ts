/** What stands around the query: everything of the page that nobody has to wait for before typing. */
export { RefreshControl } from '../../query/refresh/refresh-control.tsx'
export { StreamFilter } from '../../query/stream-picker/stream-filter.tsx'
export { ModeSwitch } from './modes/mode-switch.tsx'
export { SearchModes } from './modes/search-modes.tsx'
export { QueryHelp } from './query-help.tsx'
export { SavedSearchControls } from './saved/saved-search-controls.tsx'
export { SearchSidebar } from './sidebar/search-sidebar.tsx'
