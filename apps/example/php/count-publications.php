<?php
/**
 * The site's own account of what it published: one line for each time that a post is saved as out, and by whose account, however
 * often that is the same post. It stands beside the document root, outside of what the web server serves, and cux has no part in it.
 */
add_action(
	'transition_post_status',
	static function ( $new_status, $old_status, $post ) {
		if ( 'post' !== $post->post_type || ! in_array( $new_status, array( 'publish', 'future', 'private' ), true ) ) {
			return;
		}
		$line = json_encode(
			array(
				'id'   => $post->ID,
				'from' => $old_status,
				'to'   => $new_status,
				'by'   => wp_get_current_user()->user_login,
			),
			JSON_THROW_ON_ERROR
		);
		file_put_contents( dirname( __DIR__, 3 ) . '/publications.jsonl', $line . "\n", FILE_APPEND | LOCK_EX );
	},
	10,
	3
);
