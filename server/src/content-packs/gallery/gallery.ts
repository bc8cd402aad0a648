/** The packs that come with Logyard. They become content packs of the system when a user adds them. */
import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import { buildPack } from './building/build-pack.ts'
import type { PackPlan } from './building/pack-plan.ts'
import { apachePack } from './packs/apache/apache-pack.ts'
import { ciscoAsaPack } from './packs/cisco-asa/cisco-asa-pack.ts'
import { dockerPack } from './packs/docker/docker-pack.ts'
import { fortigatePack } from './packs/fortigate/fortigate-pack.ts'
import { haproxyPack } from './packs/haproxy/haproxy-pack.ts'
import { kubernetesPack } from './packs/kubernetes/kubernetes-pack.ts'
import { linuxPack } from './packs/linux/linux-pack.ts'
import { mikrotikPack } from './packs/mikrotik/mikrotik-pack.ts'
import { nginxPack } from './packs/nginx/nginx-pack.ts'
import { pfsensePack } from './packs/pfsense/pfsense-pack.ts'
import { postfixPack } from './packs/postfix/postfix-pack.ts'
import { postgresqlPack } from './packs/postgresql/postgresql-pack.ts'
import { unifiPack } from './packs/unifi/unifi-pack.ts'
import { webAccessPack } from './packs/web-access/web-access-pack.ts'
import { windowsPack } from './packs/windows/windows-pack.ts'

export interface GalleryEntry {
  readonly plan: PackPlan
  readonly pack: ContentPack
}

const PLANS: readonly PackPlan[] = [
  linuxPack,
  windowsPack,
  nginxPack,
  apachePack,
  webAccessPack,
  haproxyPack,
  postgresqlPack,
  dockerPack,
  kubernetesPack,
  fortigatePack,
  ciscoAsaPack,
  pfsensePack,
  mikrotikPack,
  unifiPack,
  postfixPack,
]

/** In the order in which they are listed. */
export const gallery: readonly GalleryEntry[] = PLANS.map((plan) => ({ plan, pack: buildPack(plan) }))
