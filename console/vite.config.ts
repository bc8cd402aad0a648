/// <reference types="node" />
import { env } from 'node:process'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledTexts } from './compiled-texts.ts'
import { compressAssets } from './compress-assets.ts'
import { contractWithoutSchemas } from './contract-without-schemas.ts'
import { tableOfPermissions } from './table-of-permissions.ts'

/**
 * The built HTML refers to its assets below this placeholder, which the server replaces with its path prefix.
 * Scripts and styles refer to each other with relative paths and need no change.
 */
const BASE_MARK = '/__LOGYARD_BASE__/'

/** Parts of Mantine's dialogs that do not declare themselves free of side effects. */
const WITHOUT_SIDE_EFFECTS =
  /\/node_modules\/(react-remove-scroll|react-remove-scroll-bar|use-sidecar|react-style-singleton)\//

/** The entries of the two programs stay out of shared files: a page that loads both entries starts both programs. */
const PROGRAM = /(\.html|main\.tsx)$/

/** What a search loads by itself after its first rows. */
const AFTER_ROWS =
  /\/(search-page-parts|search-sidebar|fields-panel|level-histogram|widget-menu|field-menu|message-detail|mode-segments|range-popover|help-menu|user-menu|statistics-popover|toast-list)\.tsx?$/

/** What the login page and most others are made of. */
const BASICS =
  /\/@mantine\/core\/esm\/components\/(Alert|Anchor|Button|Collapse|Divider|Group|Paper|PasswordInput|Stack|Text|TextInput|Title)\/|\/ui\/form\/password-field\.tsx$/

/**
 * One file for what both programs need, one for the login page and others, one for the frame of all screens, one for the
 * first rows of a search, which is opened most, and one for what it loads later; then what many other screens share, and
 * icons. A group has what its modules import, unless a group before it has it, so that no group needs a later one. A
 * screen then loads some fifteen scripts in place of a hundred.
 */
const codeSplitting = {
  groups: [
    { name: 'first-page', test: (id: string) => !PROGRAM.test(id), tags: ['$initial' as const], priority: 7 },
    { name: 'basics', test: BASICS, priority: 6 },
    { name: 'signed-in', test: /\/app\/signed-in-app\.tsx$/, priority: 5 },
    { name: 'search', test: /\/features\/search\/(search-screen|modes\/search-modes)\.tsx$/, priority: 4 },
    { name: 'search-later', test: AFTER_ROWS, priority: 3 },
    { name: 'common', minShareCount: 8, priority: 2 },
    { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2, priority: 1 },
  ],
}

const server = `http://127.0.0.1:${env['LOGYARD_DEV_SERVER'] ?? '9000'}`

export default defineConfig(({ command }) => ({
  base: command === 'build' ? BASE_MARK : '/',
  plugins: [react(), contractWithoutSchemas(), compiledTexts(), tableOfPermissions(), compressAssets()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'api-browser.html'],
      output: { codeSplitting },
      treeshake: { moduleSideEffects: [{ test: WITHOUT_SIDE_EFFECTS, sideEffects: false }] },
    },
  },
  experimental: {
    renderBuiltUrl: (_name, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/config.js': server },
  },
}))
