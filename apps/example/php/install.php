<?php
/**
 * php install.php DOCUMENT_ROOT < people.json
 * Creates the tables, an administrator and an author. The passwords come on standard input only.
 */
if ( PHP_SAPI !== 'cli' ) {
	exit( 1 );
}
define( 'WP_INSTALLING', true );
$_SERVER['HTTP_HOST']       = '127.0.0.1';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$people = json_decode( stream_get_contents( STDIN ), true, 8, JSON_THROW_ON_ERROR );
require $argv[1] . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';

if ( ! is_blog_installed() ) {
	wp_install( 'Newsroom', 'admin', 'admin@example.invalid', false, '', $people['admin'] );
}
if ( ! username_exists( 'writer' ) ) {
	$created = wp_insert_user(
		array(
			'user_login' => 'writer',
			'user_pass'  => $people['writer'],
			'user_email' => 'writer@example.invalid',
			'role'       => 'author',
		)
	);
	if ( is_wp_error( $created ) ) {
		fwrite( STDERR, $created->get_error_message() . "\n" );
		exit( 1 );
	}
}
echo json_encode( array( 'version' => get_bloginfo( 'version' ) ) ), "\n";
