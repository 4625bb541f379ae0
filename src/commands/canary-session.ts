/** The session of the calls that try a hook out: nobody's calls, which no log needs. */
export const canarySession = 'countersign-canary';
