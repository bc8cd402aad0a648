import { type FieldDefinitions, fieldDefinitions } from './field-definitions.ts'
import { IPFIX_ELEMENTS } from './ipfix-elements.ts'

/** The fields of NetFlow v9 by Cisco's public list, in snake case. Later numbers are those of IPFIX. */
const CISCO_FIELDS = fieldDefinitions({
  unsigned: `
    1 in_bytes, 2 in_pkts, 3 flows, 4 protocol, 5 src_tos, 6 tcp_flags, 7 l4_src_port, 9 src_mask, 10 input_snmp,
    11 l4_dst_port, 13 dst_mask, 14 output_snmp, 16 src_as, 17 dst_as, 19 mul_dst_pkts, 20 mul_dst_bytes,
    21 last_switched, 22 first_switched, 23 out_bytes, 24 out_pkts, 25 min_pkt_lngth, 26 max_pkt_lngth,
    29 ipv6_src_mask, 30 ipv6_dst_mask, 31 ipv6_flow_label, 32 icmp_type, 33 mul_igmp_type, 34 sampling_interval,
    35 sampling_algorithm, 36 flow_active_timeout, 37 flow_inactive_timeout, 38 engine_type, 39 engine_id,
    40 total_bytes_exp, 41 total_pkts_exp, 42 total_flows_exp, 46 mpls_top_label_type, 48 flow_sampler_id,
    49 flow_sampler_mode, 50 flow_sampler_random_interval, 52 min_ttl, 53 max_ttl, 54 ipv4_ident, 55 dst_tos,
    58 src_vlan, 59 dst_vlan, 60 ip_protocol_version, 61 direction, 64 ipv6_option_headers, 70 mpls_label_1,
    71 mpls_label_2, 72 mpls_label_3, 73 mpls_label_4, 74 mpls_label_5, 75 mpls_label_6, 76 mpls_label_7,
    77 mpls_label_8, 78 mpls_label_9, 79 mpls_label_10, 85 in_permanent_bytes, 86 in_permanent_pkts,
    88 fragment_offset, 89 forwarding_status, 91 mpls_prefix_len, 92 src_traffic_index, 93 dst_traffic_index,
    98 postip_diff_serv_code_point, 99 replication_factor, 102 layer2packet_section_offset,
    103 layer2packet_section_size`,
  address: `
    8 ipv4_src_addr, 12 ipv4_dst_addr, 15 ipv4_next_hop, 18 bgp_ipv4_next_hop, 27 ipv6_src_addr, 28 ipv6_dst_addr,
    44 ipv4_src_prefix, 45 ipv4_dst_prefix, 47 mpls_top_label_ip_addr, 62 ipv6_next_hop, 63 bgp_ipv6_next_hop`,
  mac: '56 in_src_mac, 57 out_dst_mac, 80 in_dst_mac, 81 out_src_mac',
  text: '82 if_name, 83 if_desc, 84 sampler_name, 94 application_description, 96 application_name',
  bytes: '90 mpls_pal_rd, 95 application_tag, 104 layer2packet_section_data',
})

export const NETFLOW9_FIELDS: FieldDefinitions = new Map([...IPFIX_ELEMENTS, ...CISCO_FIELDS])
