import { deferred } from '../../base/deferred/deferred.tsx'

/** For unknown URLs, routes that are not built, and pages whose entity is gone. */
export const NotFoundPage = deferred(() => import('./not-found.tsx').then((module) => module.NotFound))
