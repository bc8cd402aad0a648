import type { Page } from '@playwright/test'

/** The guide to the first message. */
export function gettingStartedPage(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Getting started' }),
    done: (step: string) => page.getByRole('listitem', { name: `${step} Done` }),
    open: (step: string) => page.getByRole('listitem', { name: `${step} Not done yet` }),
    command: page.getByRole('region', { name: 'Command' }).locator('pre'),
    startBoth: page.getByRole('button', { name: 'Start GELF + syslog' }),
    openInSearch: page.getByRole('link', { name: 'Open in search' }),
    dismiss: page.getByRole('button', { name: 'Dismiss guide' }),
  }
}
