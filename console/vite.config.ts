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

/**
 * One file for what a first page needs, one for what many screens share, and one for icons: a screen then loads some
 * fifteen scripts in place of a hundred. A module is shared by at least as many screens as each module that imports it,
 * so none of these files imports code that only a few screens use.
 */
const codeSplitting = {
  groups: [
    { name: 'first-page', test: (id: string) => !PROGRAM.test(id), tags: ['$initial' as const], priority: 3 },
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
