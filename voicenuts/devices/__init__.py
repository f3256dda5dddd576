"""Everything that makes blocks of sound or takes them: files, microphones, loudspeakers."""
