import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const auditLogScreens: readonly Screen[] = [
  screen(routes.auditLog, () => import('./audit-log-screen.tsx'), 'AuditLogScreen', {
    areas: ['auditLog'],
    needs: ['logyard.audit.list'],
  }),
]
