import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import '@mantine/core/styles.css'
import './base/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createPluginRegistry } from './base/plugins/plugin-registry.ts'
import { readAppConfig } from './base/services/config.ts'
import { createServices } from './base/services/services.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root element')
const services = createServices(readAppConfig(window), window, window.fetch.bind(window))
createRoot(root).render(
  <StrictMode>
    <App services={services} plugins={createPluginRegistry([])} />
  </StrictMode>,
)
