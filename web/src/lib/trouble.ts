// What went wrong, in the player's language: the table's sentences are English, its codes are for us.
import type { ShellKey } from '../generated/keys'
import { ApiError } from './api'
import { t } from './language.svelte'

const LONGEST_NAME = 24
const SAID: Readonly<Record<string, ShellKey>> = {
  bad_days: 'trouble_days_order',
  bad_game: 'trouble_options',
  bad_record: 'trouble_record',
  bad_hook: 'trouble_hook',
  bad_mail: 'trouble_mail',
  bad_name: 'trouble_name',
  bad_template: 'trouble_template',
  bad_text: 'trouble_name',
  cannot_undo: 'trouble_undo',
  hints_used: 'hints_used',
  host_only: 'refuse_host_only',
  kicked: 'kicked',
  name_empty: 'refuse_name_empty',
  name_long: 'refuse_name_long',
  names_locked: 'trouble_names_locked',
  night_full: 'night_full',
  night_over: 'night_over',
  night_table: 'trouble_night_table',
  no_hint: 'trouble_hint',
  no_night: 'night_not_found',
  no_secret: 'trouble_link',
  no_table: 'table_not_found',
  no_token: 'trouble_seat',
  not_reached: 'trouble_not_reached',
  not_over: 'replay_not_yet',
  not_yours: 'trouble_seat',
  old_rules: 'trouble_old_rules',
  organiser_only: 'night_organiser_only',
  over: 'refuse_over',
  sent_home: 'night_barred',
  seat_taken: 'refuse_seat_taken',
  started: 'trouble_started',
  too_fast: 'refuse_too_fast',
  too_few: 'night_too_few',
  too_many: 'refuse_too_fast',
  no_rival: 'rival_unknown',
  too_many_profiles: 'profile_full',
  too_many_rules: 'rules_full',
  too_many_days: 'trouble_days',
  too_many_people: 'trouble_too_many_people',
}

/** A sentence for any error of a request; without an answer there was no connection. */
export function troubleText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('conn_offline')
  return t(SAID[error.code] ?? 'trouble', { count: LONGEST_NAME, text: '{text}' })
}
