/** What stands around the query: everything of the page that nobody has to wait for before typing. */
export { RefreshControl } from '../../widgets/refresh/refresh-control.tsx'
export { StreamFilter } from '../../widgets/streams/stream-filter.tsx'
export { QueryHelp } from './bar/query-help.tsx'
export { ModeSwitch } from './modes/mode-switch.tsx'
export { SearchModes } from './modes/search-modes.tsx'
export { SavedSearchControls } from './saved/saved-search-controls.tsx'
export { SearchSidebar } from './sidebar/search-sidebar.tsx'
