import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import '@mantine/core/styles.css'
import './base/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/app.tsx'
import { deferred } from './base/deferred/deferred.tsx'
import { readAppConfig } from './base/services/config.ts'
import { createServices } from './base/services/services.tsx'

// What both programs import is in one file, which should have no more than both need.
const ApiBrowser = deferred(() => import('./features/api-browser/api-browser.tsx').then((module) => module.ApiBrowser))

const root = document.getElementById('root')
if (root === null) throw new Error('api-browser.html has no root element')
const services = createServices(readAppConfig(window), window, window.fetch.bind(window))
createRoot(root).render(
  <StrictMode>
    <Providers services={services}>
      <ApiBrowser />
    </Providers>
  </StrictMode>,
)
