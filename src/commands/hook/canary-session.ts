/** The session id of the calls that test a hook. The log ignores these calls. */
export const canarySession = 'countersign-canary';
