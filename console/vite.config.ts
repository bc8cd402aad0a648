/// <reference types="node" />
import { env } from 'node:process'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledTexts } from './compiled-texts.ts'
import { compressAssets } from './compress-assets.ts'
import { contractWithoutSchemas } from './contract-without-schemas.ts'

/**
 * The built HTML refers to its assets below this placeholder, which the server replaces with its path prefix.
 * Scripts and styles refer to each other with relative paths and need no change.
 */
const BASE_MARK = '/__LOGYARD_BASE__/'

/** Parts of Mantine's dialogs that do not declare themselves free of side effects. */
const WITHOUT_SIDE_EFFECTS =
  /\/node_modules\/(react-remove-scroll|react-remove-scroll-bar|use-sidecar|react-style-singleton)\//

const server = `http://127.0.0.1:${env['LOGYARD_DEV_SERVER'] ?? '9000'}`

export default defineConfig(({ command }) => ({
  base: command === 'build' ? BASE_MARK : '/',
  plugins: [react(), contractWithoutSchemas(), compiledTexts(), compressAssets()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'api-browser.html'],
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
